// The arithmetic of a frame and nothing else: what is left of a frame if characters need no world,
// no components, no schedule, no layers and no events, and if all clips have the same layout. It is
// the measure for what the library adds. It needs x86-64 with AVX2 and a compiler with the vector
// extensions of GCC:
//
//	cc -O3 -mavx2 -ffp-contract=off -o frame frame.c -lm && ./frame CHARACTERS CLIPS MILLISECONDS
//
// It prints the least time of a frame in nanoseconds for each character. Every number of a clip is
// an integer of 16 bits. Rows hold 8 numbers: of 8 joints of one character in a local pose, of one
// joint of 8 characters in model matrices.
#include <immintrin.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LANES = 8, JOINTS = 64, GROUPS = JOINTS / LANES, FRAMES = 32, CLIPS = 4, ROTATION = 4, ROWS = 7, MATRIX = 12 };

typedef float row __attribute__((vector_size(32)));
typedef float unaligned __attribute__((vector_size(32), aligned(4)));
typedef int32_t pick __attribute__((vector_size(32)));
typedef int16_t packed __attribute__((vector_size(16)));

typedef struct { packed rows[GROUPS][ROWS]; } keyframe; // rotation xyzw, translation xyz
typedef struct { row rows[GROUPS][ROWS]; } pose;

static keyframe clips[CLIPS][FRAMES];
static row base[GROUPS][3], step[GROUPS][3]; // of the translations
static int16_t parents[JOINTS];
static float inverse_binds[JOINTS][MATRIX];

static const float largest = 32767;

static inline row all(float x) { return (row){x, x, x, x, x, x, x, x}; }

// widen is an instruction for which GCC 12 would take five.
static inline row widen(packed integers) { return (row)_mm256_cvtepi32_ps(_mm256_cvtepi16_epi32((__m128i)integers)); }

// interpolate returns a row of integers at the fraction u of the way between two frames.
static inline row interpolate(const packed *from, const packed *to, row u) {
	row a = widen(*from), b = widen(*to);
	return a + (b - a) * u;
}

static inline row dot(const row a[ROTATION], const row b[ROTATION]) {
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

static inline void normalize(row q[ROTATION]) {
	row inverse = 1 / (row)_mm256_sqrt_ps((__m256)dot(q, q));
	for (int c = 0; c < ROTATION; c++) q[c] *= inverse;
}

// rotation returns the rotations of a group between two frames, not normalized.
static inline void rotation(row q[ROTATION], const keyframe *at, row u, int group) {
	for (int c = 0; c < ROTATION; c++) q[c] = interpolate(&at[0].rows[group][c], &at[1].rows[group][c], u);
}

// translation returns a row of the translations of a group between two frames.
static inline row translation(const keyframe *at, row u, int group, int c) {
	row q = interpolate(&at[0].rows[group][ROTATION + c], &at[1].rows[group][ROTATION + c], u);
	return base[group][c] + q * step[group][c];
}

static void sample_one(pose *p, const keyframe *at, float fraction) {
	row u = all(fraction);
	for (int g = 0; g < GROUPS; g++) {
		row q[ROTATION];
		rotation(q, at, u, g);
		normalize(q);
		memcpy(p->rows[g], q, sizeof q);
		for (int c = 0; c < 3; c++) p->rows[g][ROTATION + c] = translation(at, u, g, c);
	}
}

// sample_two blends two clips by a weight from 0 to 1, rotations along the shorter arc.
static void sample_two(pose *p, const keyframe *at, const keyframe *other, float fraction, float weight) {
	row u = all(fraction), w = all(weight);
	for (int g = 0; g < GROUPS; g++) {
		row a[ROTATION], b[ROTATION];
		rotation(a, at, u, g);
		rotation(b, other, u, g);
		pick sign = (pick)dot(a, b) & INT32_MIN;
		for (int c = 0; c < ROTATION; c++) a[c] += ((row)((pick)b[c] ^ sign) - a[c]) * w;
		normalize(a);
		memcpy(p->rows[g], a, sizeof a);
		for (int c = 0; c < 3; c++) {
			row t = translation(at, u, g, c);
			p->rows[g][ROTATION + c] = t + (translation(other, u, g, c) - t) * w;
		}
	}
}

// transpose exchanges rows and numbers.
static inline void transpose(row r[LANES]) {
	row t[LANES];
	for (int i = 0; i < LANES; i += 2) {
		t[i] = __builtin_shuffle(r[i], r[i + 1], (pick){0, 8, 1, 9, 4, 12, 5, 13});
		t[i + 1] = __builtin_shuffle(r[i], r[i + 1], (pick){2, 10, 3, 11, 6, 14, 7, 15});
	}
	for (int i = 0; i < LANES; i += 4)
		for (int k = 0; k < 2; k++) {
			r[i + 2 * k] = __builtin_shuffle(t[i + k], t[i + k + 2], (pick){0, 1, 8, 9, 4, 5, 12, 13});
			r[i + 2 * k + 1] = __builtin_shuffle(t[i + k], t[i + k + 2], (pick){2, 3, 10, 11, 6, 7, 14, 15});
		}
	for (int i = 0; i < LANES / 2; i++) {
		t[i] = __builtin_shuffle(r[i], r[i + 4], (pick){0, 1, 2, 3, 8, 9, 10, 11});
		t[i + 4] = __builtin_shuffle(r[i], r[i + 4], (pick){4, 5, 6, 7, 12, 13, 14, 15});
	}
	memcpy(r, t, sizeof t);
}

// palettes takes 8 local poses to skinning matrices: 3x4, row-major, one joint after the other.
static void palettes(const pose poses[LANES], float *const out[LANES]) {
	static row model[JOINTS][MATRIX], local[ROWS][LANES];
	for (int g = 0; g < GROUPS; g++) {
		for (int c = 0; c < ROWS; c++) {
			row r[LANES];
			for (int l = 0; l < LANES; l++) r[l] = poses[l].rows[g][c];
			transpose(r);
			memcpy(local[c], r, sizeof r);
		}
		for (int k = 0; k < LANES; k++) {
			int joint = g * LANES + k, parent = parents[joint];
			row x = local[0][k], y = local[1][k], z = local[2][k], w = local[3][k];
			row x2 = x + x, y2 = y + y, z2 = z + z, xx = x * x2, yy = y * y2, zz = z * z2;
			row m[MATRIX] = {
				1 - (yy + zz), x * y2 - w * z2, x * z2 + w * y2, local[4][k],
				x * y2 + w * z2, 1 - (xx + zz), y * z2 - w * x2, local[5][k],
				x * z2 - w * y2, y * z2 + w * x2, 1 - (xx + yy), local[6][k],
			};
			row *own = model[joint];
			for (int r = 0; r < MATRIX; r += 4)
				for (int c = 0; c < 4; c++)
					if (parent < 0) own[r + c] = m[r + c];
					else {
						const row *p = model[parent] + r;
						own[r + c] = p[0] * m[c] + p[1] * m[4 + c] + p[2] * m[8 + c];
						if (c == 3) own[r + c] += p[3];
					}
			const float *bind = inverse_binds[joint];
			row rows[2 * LANES];
			for (int r = 0; r < MATRIX; r += 4)
				for (int c = 0; c < 4; c++) {
					rows[r + c] = own[r] * all(bind[c]) + own[r + 1] * all(bind[4 + c]) + own[r + 2] * all(bind[8 + c]);
					if (c == 3) rows[r + c] += own[r + 3];
				}
			transpose(rows);
			// The last four rows become the last four numbers of each character: four of each half.
			row *last = rows + LANES, t[4], u[4];
			for (int i = 0; i < 4; i += 2) {
				t[i] = __builtin_shuffle(last[i], last[i + 1], (pick){0, 8, 1, 9, 4, 12, 5, 13});
				t[i + 1] = __builtin_shuffle(last[i], last[i + 1], (pick){2, 10, 3, 11, 6, 14, 7, 15});
			}
			for (int i = 0; i < 2; i++) {
				u[2 * i] = __builtin_shuffle(t[i], t[i + 2], (pick){0, 1, 8, 9, 4, 5, 12, 13});
				u[2 * i + 1] = __builtin_shuffle(t[i], t[i + 2], (pick){2, 3, 10, 11, 6, 7, 14, 15});
			}
			for (int l = 0; l < LANES; l++) {
				float *to = out[l] + joint * MATRIX;
				*(unaligned *)to = rows[l];
				_mm_storeu_ps(to + LANES,
					l < 4 ? _mm256_castps256_ps128((__m256)u[l]) : _mm256_extractf128_ps((__m256)u[l - 4], 1));
			}
		}
	}
}

// make_clips makes clips of small turns and moves, and a skeleton of chains of 7 joints.
static void make_clips(void) {
	for (int c = 0; c < CLIPS; c++)
		for (int j = 0; j < JOINTS; j++)
			for (int k = 0; k < ROWS; k++) {
				double phase = rand() % 100, size = k < 3 ? 0.3 : 0.9;
				for (int f = 0; f < FRAMES; f++) {
					double x = k == 3 ? 1 : size * sin(phase + f * 0.2);
					clips[c][f].rows[j / LANES][k][j % LANES] = (int16_t)lrint(x * largest * 0.9);
				}
			}
	for (int j = 0; j < JOINTS; j++) {
		parents[j] = j == 0 ? -1 : j % 7 == 1 ? 0 : j - 1;
		for (int i = 0; i < MATRIX; i++) inverse_binds[j][i] = i % 5 == 0 ? 1 : 0.01f * (rand() % 100);
		for (int c = 0; c < 3; c++) base[j / LANES][c][j % LANES] = 0.1f, step[j / LANES][c][j % LANES] = 1e-6f;
	}
}

static double nanoseconds(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

// check compares the palette of a character that plays frame f of a clip, or of two, with the same
// in double precision.
static void check(const float *palette, int count, const keyframe *at, const keyframe *other, double u, double weight) {
	static double model[JOINTS][MATRIX];
	double worst = 0;
	for (int j = 0; j < JOINTS; j++) {
		double v[2][ROWS];
		for (int i = 0; i < count; i++) {
			const keyframe *f = i == 0 ? at : other;
			for (int c = 0; c < ROWS; c++) {
				double a = f[0].rows[j / LANES][c][j % LANES], b = f[1].rows[j / LANES][c][j % LANES];
				v[i][c] = a + (b - a) * u;
				if (c >= ROTATION) {
					v[i][c] = base[j / LANES][c - ROTATION][j % LANES] +
						v[i][c] * step[j / LANES][c - ROTATION][j % LANES];
				}
			}
		}
		if (count == 2) {
			double d = 0;
			for (int c = 0; c < ROTATION; c++) d += v[0][c] * v[1][c];
			for (int c = 0; c < ROWS; c++) v[0][c] += ((c < ROTATION && d < 0 ? -v[1][c] : v[1][c]) - v[0][c]) * weight;
		}
		double n = sqrt(v[0][0] * v[0][0] + v[0][1] * v[0][1] + v[0][2] * v[0][2] + v[0][3] * v[0][3]);
		double x = v[0][0] / n, y = v[0][1] / n, z = v[0][2] / n, w = v[0][3] / n;
		double m[MATRIX] = {
			1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), v[0][4],
			2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), v[0][5],
			2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), v[0][6],
		};
		double skinning[MATRIX];
		for (int r = 0; r < MATRIX; r += 4)
			for (int c = 0; c < 4; c++) {
				const double *p = parents[j] < 0 ? NULL : model[parents[j]] + r;
				model[j][r + c] = !p ? m[r + c] : p[0] * m[c] + p[1] * m[4 + c] + p[2] * m[8 + c] + (c == 3 ? p[3] : 0);
			}
		for (int r = 0; r < MATRIX; r += 4)
			for (int c = 0; c < 4; c++) {
				const float *b = inverse_binds[j];
				skinning[r + c] = model[j][r] * b[c] + model[j][r + 1] * b[4 + c] + model[j][r + 2] * b[8 + c] +
					(c == 3 ? model[j][r + 3] : 0);
				worst = fmax(worst, fabs(skinning[r + c] - palette[j * MATRIX + r + c]));
			}
	}
	if (!(worst < 1e-4)) {
		fprintf(stderr, "a palette is off by %g\n", worst);
		exit(1);
	}
}

int main(int argc, char **argv) {
	int characters = argc > 3 ? atoi(argv[1]) : 0, count = argc > 3 ? atoi(argv[2]) : 0;
	double limit = argc > 3 ? atof(argv[3]) * 1e6 : 0;
	if (characters < LANES || characters % LANES != 0 || count < 1 || count > 2 || !(limit > 0)) {
		fprintf(stderr,
			"usage: %s CHARACTERS CLIPS MILLISECONDS, with a multiple of 8 characters and 1 or 2 clips\n", argv[0]);
		return 2;
	}
	make_clips();
	size_t size = (size_t)characters * JOINTS * MATRIX;
	float *matrices = aligned_alloc(64, size * sizeof *matrices), *times = malloc(characters * sizeof *times);
	if (!matrices || !times) return 1;
	memset(matrices, 0, size * sizeof *matrices);
	for (int i = 0; i < characters; i++) times[i] = rand() % 1000 / 1000.0f;
	static pose poses[LANES];
	const float weight = 0.3f;
	double least = INFINITY, begin = nanoseconds();
	for (int frame = 0; frame < 3 || nanoseconds() - begin < limit; frame++) {
		double before = nanoseconds();
		for (int first = 0; first < characters; first += LANES) {
			float *out[LANES];
			for (int l = 0; l < LANES; l++) {
				int i = first + l;
				times[i] += 0.016f;
				if (times[i] >= 1) times[i] -= 1;
				float position = times[i] * (FRAMES - 1);
				int at = (int)position;
				if (count == 1) sample_one(&poses[l], &clips[i % CLIPS][at], position - at);
				else sample_two(&poses[l], &clips[i % CLIPS][at], &clips[(i + 1) % CLIPS][at], position - at, weight);
				out[l] = matrices + (size_t)i * JOINTS * MATRIX;
			}
			palettes(poses, out);
		}
		least = fmin(least, nanoseconds() - before);
	}
	for (int i = 0; i < characters; i += 1 + characters / 7) {
		float position = times[i] * (FRAMES - 1);
		int at = (int)position;
		check(matrices + (size_t)i * JOINTS * MATRIX, count, &clips[i % CLIPS][at], &clips[(i + 1) % CLIPS][at],
			position - at, weight);
	}
	printf("%.1f\n", least / characters);
	return 0;
}
