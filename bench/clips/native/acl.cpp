// Measures the Animation Compression Library with a clip: acl CLIP POSES. It takes the settings
// that the library calls its defaults. A property that stays at the rest pose takes no bytes: the
// library leaves it out, and the one who reads the poses puts it in. By its defaults a rotation is
// three numbers, and the fourth follows from them: where it is near 0, that costs accuracy whatever
// the tolerance. Rotations of four numbers (quatf_full) do not lose it, in several times the bytes.
#include <acl/compression/compress.h>
#include <acl/compression/track_array.h>
#include <acl/compression/transform_error_metrics.h>
#include <acl/core/ansi_allocator.h>
#include <acl/decompression/decompress.h>

#include "clip.h"

namespace {

rtm::qvvf transformOf(const Transform& t) {
  return rtm::qvv_set(rtm::quat_load(t.rotation), rtm::vector_load3(t.translation), rtm::vector_load3(t.scale));
}

// Pose receives a pose. What stays at rest is there from the beginning.
struct Pose : acl::track_writer {
  std::vector<rtm::qvvf> joints;
  static constexpr acl::default_sub_track_mode get_default_rotation_mode() {
    return acl::default_sub_track_mode::skipped;
  }
  static constexpr acl::default_sub_track_mode get_default_translation_mode() {
    return acl::default_sub_track_mode::skipped;
  }
  static constexpr acl::default_sub_track_mode get_default_scale_mode() {
    return acl::default_sub_track_mode::skipped;
  }
  void RTM_SIMD_CALL write_rotation(uint32_t joint, rtm::quatf_arg0 value) { joints[joint].rotation = value; }
  void RTM_SIMD_CALL write_translation(uint32_t joint, rtm::vector4f_arg0 value) { joints[joint].translation = value; }
  void RTM_SIMD_CALL write_scale(uint32_t joint, rtm::vector4f_arg0 value) { joints[joint].scale = value; }
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) fail("expected: acl CLIP POSES");
  Clip clip = readClip(arguments[1]);
  const uint32_t joints = uint32_t(clip.joints()), poses = uint32_t(clip.poses());
  acl::ansi_allocator allocator;

  Pose pose;
  for (const Transform& t : clip.rest) pose.joints.push_back(transformOf(t));
  acl::track_array_qvvf tracks(allocator, joints);
  for (uint32_t j = 0; j < joints; j++) {
    acl::track_desc_transformf description;
    description.output_index = j;
    description.parent_index = clip.parents[j] < 0 ? acl::k_invalid_track_index : uint32_t(clip.parents[j]);
    description.precision = clip.tolerance;
    description.shell_distance = clip.distances[j];
    description.default_value = pose.joints[j];
    tracks[j] = acl::track_qvvf::make_reserve(description, allocator, poses, clip.rate);
    for (uint32_t k = 0; k < poses; k++) tracks[j][k] = transformOf(clip.frames[size_t(k) * joints + j]);
  }

  acl::qvvf_transform_error_metric metric;
  acl::compression_settings settings = acl::get_default_compression_settings();
  settings.error_metric = &metric;
  acl::compressed_tracks* compressed = nullptr;
  double bake = leastTime(3, [&] {
    if (compressed != nullptr) allocator.deallocate(compressed, compressed->get_size());
    acl::output_stats statistics;
    acl::error_result result = acl::compress_track_list(allocator, tracks, settings, compressed, statistics);
    if (result.any()) fail(std::string("compressing: ") + result.c_str());
  });

  acl::decompression_context<acl::default_transform_decompression_settings> context;
  if (!context.initialize(*compressed)) fail("the compressed clip cannot be read");
  report(
      clip, arguments[2], "ACL " ACL_RELEASE, compressed->get_size(), bake,
      [&](float time) {
        context.seek(time, acl::sample_rounding_policy::none);
        context.decompress_tracks(pose);
      },
      [&](std::vector<Transform>& transforms) {
        for (uint32_t j = 0; j < joints; j++) {
          rtm::quat_store(pose.joints[j].rotation, transforms[j].rotation);
          rtm::vector_store3(pose.joints[j].translation, transforms[j].translation);
          rtm::vector_store3(pose.joints[j].scale, transforms[j].scale);
        }
      });
  allocator.deallocate(compressed, compressed->get_size());
}
