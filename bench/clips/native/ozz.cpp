// Measures ozz-animation with a clip: ozz CLIP POSES. Its optimizer removes keys within the
// tolerance; the rounding of what remains comes on top. It plays forward best: at a time far from
// the last one it reads the keys between the two, or else from the start. What its builder can add
// for such times (iframe_interval) costs bytes and is left out, as by its defaults.
#include <ozz/animation/offline/animation_builder.h>
#include <ozz/animation/offline/animation_optimizer.h>
#include <ozz/animation/offline/raw_animation.h>
#include <ozz/animation/offline/raw_skeleton.h>
#include <ozz/animation/offline/skeleton_builder.h>
#include <ozz/animation/runtime/animation.h>
#include <ozz/animation/runtime/sampling_job.h>
#include <ozz/animation/runtime/skeleton.h>
#include <ozz/base/maths/soa_transform.h>

#include "clip.h"

namespace {

using ozz::animation::offline::RawAnimation;
using ozz::animation::offline::RawSkeleton;

ozz::math::Float3 float3(const float* v) { return {v[0], v[1], v[2]}; }
ozz::math::Quaternion quaternion(const float* q) { return {q[0], q[1], q[2], q[3]}; }

// addChildren adds the joints below a joint, or the roots. Their names are their numbers.
void addChildren(const Clip& clip, int32_t parent, RawSkeleton::Joint::Children& children) {
  for (size_t j = 0; j < clip.joints(); j++) {
    if (clip.parents[j] != parent) continue;
    RawSkeleton::Joint joint;
    joint.name = std::to_string(j).c_str();
    const Transform& rest = clip.rest[j];
    joint.transform = {float3(rest.translation), quaternion(rest.rotation), float3(rest.scale)};
    addChildren(clip, int32_t(j), joint.children);
    children.push_back(joint);
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) fail("expected: ozz CLIP POSES");
  Clip clip = readClip(arguments[1]);
  const size_t joints = clip.joints(), poses = clip.poses();

  RawSkeleton rawSkeleton;
  addChildren(clip, -1, rawSkeleton.roots);
  auto skeleton = ozz::animation::offline::SkeletonBuilder()(rawSkeleton);
  if (!skeleton || size_t(skeleton->num_joints()) != joints) fail("the skeleton cannot be built");
  std::vector<size_t> jointOf;  // by the library's number of a joint: its own order is depth first
  for (const char* name : skeleton->joint_names()) jointOf.push_back(std::stoul(name));

  RawAnimation raw;
  raw.duration = clip.duration();
  raw.tracks.resize(joints);
  ozz::animation::offline::AnimationOptimizer optimizer;
  for (size_t track = 0; track < joints; track++) {
    const size_t j = jointOf[track];
    optimizer.joints_setting_override[int(track)] = {clip.tolerance, clip.distances[j]};
    for (size_t k = 0; k < poses; k++) {
      const float time = std::min(float(k) / clip.rate, raw.duration);
      const Transform& t = clip.frames[k * joints + j];
      raw.tracks[track].translations.push_back({time, float3(t.translation)});
      raw.tracks[track].rotations.push_back({time, quaternion(t.rotation)});
      raw.tracks[track].scales.push_back({time, float3(t.scale)});
    }
  }
  ozz::unique_ptr<ozz::animation::Animation> animation;
  double bake = leastTime(3, [&] {
    RawAnimation optimized;
    if (!optimizer(raw, *skeleton, &optimized)) fail("the animation cannot be optimized");
    animation = ozz::animation::offline::AnimationBuilder()(optimized);
  });
  if (!animation) fail("the animation cannot be built");

  ozz::animation::SamplingJob::Context context{int(joints)};
  ozz::vector<ozz::math::SoaTransform> locals(size_t(animation->num_soa_tracks()));
  report(
      clip, arguments[2], "ozz-animation " OZZ_RELEASE, animation->size(), bake,
      [&](float time) {
        ozz::animation::SamplingJob job;
        job.animation = animation.get();
        job.context = &context;
        job.ratio = time / animation->duration();
        job.output = ozz::make_span(locals);
        if (!job.Run()) fail("the animation cannot be sampled");
      },
      [&](std::vector<Transform>& transforms) {
        for (size_t track = 0; track < joints; track++) {
          const ozz::math::SoaTransform& soa = locals[track / 4];
          const ozz::math::SimdFloat4 rows[10] = {
              soa.rotation.x,    soa.rotation.y,    soa.rotation.z, soa.rotation.w, soa.translation.x,
              soa.translation.y, soa.translation.z, soa.scale.x,    soa.scale.y,    soa.scale.z};
          float numbers[10];
          for (int row = 0; row < 10; row++) {
            float four[4];
            ozz::math::StorePtrU(rows[row], four);
            numbers[row] = four[track % 4];
          }
          std::memcpy(&transforms[jointOf[track]], numbers, sizeof numbers);
        }
      });
}
