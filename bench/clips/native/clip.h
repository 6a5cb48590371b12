// What the programs for the C++ libraries share: reading a clip that `bench/clips --native` wrote,
// measuring how long it takes to sample poses, and writing poses. bench/clips/native.go describes
// both files.
#ifndef SINEW_BENCH_CLIP_H
#define SINEW_BENCH_CLIP_H

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

// Transform holds numbers as they are in the files: a rotation as x, y, z, w, a translation and a
// scale, of a joint in its parent's space.
struct Transform {
  float rotation[4], translation[3], scale[3];
};

// Clip is an animation as poses at equal steps of time.
struct Clip {
  float tolerance, rate;                              // model space; steps a second
  std::vector<int32_t> parents;                       // -1 for a root; parents come first
  std::vector<float> distances;                       // of a virtual vertex from each joint, in its space
  std::vector<Transform> rest, frames;                // frames: pose after pose
  std::vector<float> compared, forward, random;       // seconds from the start
  size_t joints() const { return parents.size(); }
  size_t poses() const { return frames.size() / rest.size(); }
  float duration() const { return float(poses() - 1) / rate; }
};

[[noreturn]] inline void fail(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  std::exit(1);
}

template <typename T>
void read(std::ifstream& file, std::vector<T>& list, size_t count) {
  list.resize(count);
  file.read(reinterpret_cast<char*>(list.data()), std::streamsize(count * sizeof(T)));
}

inline Clip readClip(const char* path) {
  std::ifstream file(path, std::ios::binary);
  char magic[8] = {};
  file.read(magic, sizeof magic);
  if (std::memcmp(magic, "clip v1\n", sizeof magic) != 0) fail(std::string("expected a clip of version 1: ") + path);
  std::vector<uint32_t> counts;  // joints, poses, compared, forward and random times
  read(file, counts, 5);
  Clip c;
  file.read(reinterpret_cast<char*>(&c.tolerance), 4);
  file.read(reinterpret_cast<char*>(&c.rate), 4);
  read(file, c.parents, counts[0]);
  read(file, c.distances, counts[0]);
  read(file, c.rest, counts[0]);
  read(file, c.frames, size_t(counts[0]) * counts[1]);
  read(file, c.compared, counts[2]);
  read(file, c.forward, counts[3]);
  read(file, c.random, counts[4]);
  if (!file || file.peek() != EOF) fail(std::string("the file has another length than its counts say: ") + path);
  return c;
}

// leastTime returns the least time of several runs of a function, in nanoseconds.
template <typename Function>
double leastTime(int runs, Function function) {
  double least = 1e300;
  for (int run = 0; run < runs; run++) {
    auto start = std::chrono::steady_clock::now();
    function();
    std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - start;
    least = std::min(least, elapsed.count());
  }
  return least;
}

// report times sampling, writes the poses at the times to compare, and prints the measurements.
// Sample(time) leaves the pose in the library's own layout; pose(transforms) converts it, which is
// not timed.
template <typename Sample, typename Pose>
void report(const Clip& clip, const char* output, const char* name, size_t bytes, double bake, Sample sample,
            Pose pose) {
  auto timed = [&](const std::vector<float>& times) {
    return leastTime(10, [&] {
             for (float time : times) sample(time);
           }) /
           double(times.size());
  };
  double forward = timed(clip.forward), random = timed(clip.random);
  std::ofstream file(output, std::ios::binary);
  std::vector<Transform> transforms(clip.joints());
  for (float time : clip.compared) {
    sample(time);
    pose(transforms);
    file.write(reinterpret_cast<const char*>(transforms.data()),
               std::streamsize(transforms.size() * sizeof(Transform)));
  }
  file.close();
  if (!file) fail(std::string("cannot write ") + output);
  std::printf("{\"name\": \"%s\", \"bytes\": %zu, \"bake\": %.0f, \"forward\": %.1f, \"random\": %.1f}\n", name, bytes,
              bake, forward, random);
}

#endif
