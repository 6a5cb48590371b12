package town_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/cache"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/internal/testing/town"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rollback"
)

// bakedClips is a cache for the clips of all towns of a run, in a folder.
var (
	bakedClips  *bake.Cache
	bakedFolder string
)

func TestMain(m *testing.M) {
	os.Exit(func() int {
		var err error
		bakedFolder = os.Getenv("SINEW_TOWN_CACHE")
		if bakedFolder == "" {
			if bakedFolder, err = os.MkdirTemp("", "town"); err != nil {
				fmt.Fprintln(os.Stderr, err)
				return 1
			}
			defer os.RemoveAll(bakedFolder)
		}
		folder, err := cache.Open(bakedFolder)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		bakedClips = bake.NewCache(folder)
		return m.Run()
	}())
}

// open makes a town from files that are loaded in an order that a seed shuffles; 0 leaves them as
// they are.
func open(t *testing.T, size town.Size, seed uint64, workers int) (*town.Town, *rollback.Session) {
	t.Helper()
	return openFiles(t, filesOf(t, size), size, seed, workers)
}

// filesOf returns the files of a town, which are made once for a size, and only read.
func filesOf(t *testing.T, size town.Size) []town.File {
	t.Helper()
	if made[size] == nil {
		files, err := town.Files(size)
		if err != nil {
			t.Fatal(err)
		}
		made[size] = files
	}
	return slices.Clone(made[size])
}

var made = map[town.Size][]town.File{}

// orders returns in how many orders a test loads files.
func orders() uint64 {
	if probe.Long() {
		return 20
	}
	return 6
}

// packsOf returns the packs of a town, which are cooked once for a size.
func packsOf(t *testing.T, size town.Size) []town.File {
	t.Helper()
	if cooked[size] == nil {
		packs, err := town.Packs(filesOf(t, size), assets.Baking{Cache: bakedClips})
		if err != nil {
			t.Fatal(err)
		}
		cooked[size] = packs
	}
	return cooked[size]
}

var cooked = map[town.Size][]town.File{}

// complaints fail a test of a town that is warned of something, such as of characters that depend
// on each other in a circle.
type complaints struct{ t *testing.T }

func (c complaints) Write(text []byte) (int, error) {
	c.t.Errorf("the town is warned: %s", text)
	return len(text), nil
}

func openFiles(
	t *testing.T, files []town.File, size town.Size, seed uint64, workers int,
) (*town.Town, *rollback.Session) {
	t.Helper()
	files = slices.Clone(files)
	if seed > 0 {
		random := rand.New(rand.NewPCG(seed, 0))
		random.Shuffle(len(files), func(i, k int) { files[i], files[k] = files[k], files[i] })
	}
	content := town.NewAssets(assets.NewLibrary(assets.WithBaking(assets.Baking{Cache: bakedClips})), size)
	if err := content.Load(files); err != nil {
		t.Fatal(err)
	}
	world := ecs.NewWorld()
	warnings := systems.WithLogger(slog.New(slog.NewTextHandler(complaints{t}, nil)))
	animation, err := systems.NewAnimation(&world, content.Library, systems.WithWorkers(workers), warnings)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(animation.Close)
	out, err := town.New(content, animation)
	if err != nil {
		t.Fatal(err)
	}
	session, err := rollback.NewSession(animation)
	if err != nil {
		t.Fatal(err)
	}
	return out, session
}

// hash returns the hash of what a town shows.
func hash(t *testing.T, of *town.Town) uint64 {
	t.Helper()
	sum, err := of.Hash()
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// frames is how many frames a recording has.
const frames = 48

// record plays a town and records it: the input of a frame is the hash of what it shows.
func record(t *testing.T, size town.Size) []byte {
	t.Helper()
	played, session := open(t, size, 0, 1)
	var recording bytes.Buffer
	recorder, err := rollback.NewRecorder(&recording, session, nil)
	if err != nil {
		t.Fatal(err)
	}
	for range frames {
		if err := played.Step(); err != nil {
			t.Fatal(err)
		}
		input := binary.LittleEndian.AppendUint64(nil, hash(t, played))
		if err := recorder.Frame(input, 1.0/60); err != nil {
			t.Fatal(err)
		}
	}
	if err := recorder.Close(); err != nil {
		t.Fatal(err)
	}
	return recording.Bytes()
}

// back is how many frames a verified town goes back each time that it has played as many.
const back = 8

// verify plays a recorded town again, from files loaded in another order, by a number of workers,
// and goes back in between. The state and what it shows must be those of the recording.
func verify(t *testing.T, recording []byte, size town.Size, seed uint64, workers int) {
	t.Helper()
	again, session := open(t, size, seed, workers)
	verifyTown(t, recording, again, session, again.Step)
}

// verifyTown plays a recorded town again in one that is open, by the step of a frame.
func verifyTown(t *testing.T, recording []byte, again *town.Town, session *rollback.Session, step func() error) {
	t.Helper()
	replay, err := rollback.NewReplay(bytes.NewReader(recording))
	if err != nil {
		t.Fatal(err)
	}
	var saved []byte
	var shown []uint64 // since then
	count, err := replay.Verify(session, func(input []byte, seconds float64) error {
		if again.Frame%back == 0 {
			if saved != nil { // the last frames once more
				if err := session.Restore(saved); err != nil {
					return err
				}
				again.Frame -= back
				for i := range back {
					if err := step(); err != nil {
						return err
					}
					if got := hash(t, again); got != shown[i] {
						return fmt.Errorf("frame %d: shows %x when played again, want %x", again.Frame, got, shown[i])
					}
				}
			}
			if saved, err = session.AppendSnapshot(saved[:0]); err != nil {
				return err
			}
			shown = shown[:0]
		}
		if err := step(); err != nil {
			return err
		}
		got := hash(t, again)
		shown = append(shown, got)
		if want := binary.LittleEndian.Uint64(input); got != want {
			return fmt.Errorf("frame %d: shows %x, want %x", again.Frame, got, want)
		}
		return nil
	})
	if err != nil || count != frames {
		t.Fatalf("%d frames of %d: %v", count, frames, err)
	}
}

// A town is the same to the last bit whatever the order in which its files were loaded, by any
// number of workers, and where it goes back and plays on.
func TestOrderOfLoadingDecidesNothing(t *testing.T) {
	recording := record(t, town.Small)
	for seed := range orders() {
		t.Run(fmt.Sprintf("order %d", seed+1), func(t *testing.T) {
			verify(t, recording, town.Small, seed+1, []int{1, 4}[seed%2])
		})
	}
	if probe.Long() {
		verify(t, record(t, town.Large), town.Large, 21, 4)
	}
}

// A town from packs is the one from the files of which they were cooked, in whatever order they are
// opened.
func TestPacksShowWhatTheirFilesShow(t *testing.T) {
	recording := record(t, town.Small)
	for seed := range orders() {
		t.Run(fmt.Sprintf("order %d", seed+1), func(t *testing.T) {
			again, session := openFiles(t, packsOf(t, town.Small), town.Small, seed+1, []int{1, 4}[seed%2])
			for _, name := range town.Rigs {
				for _, of := range again.Rigs[name].Body.Clips {
					if again.Library.Baked(of) != nil && again.Library.Clip(of).Keys() > 0 {
						t.Fatalf("clip %q has keys", again.Library.Clip(of).Name())
					}
				}
			}
			verifyTown(t, recording, again, session, again.Step)
		})
	}
}

// A town of which only the clips that it plays are in memory, where those that it begins to play
// come back in time, is the one that has all of them.
func TestClipsThatLeaveDecideNothing(t *testing.T) {
	recording := record(t, town.Small)
	for seed := range uint64(2) {
		t.Run(fmt.Sprintf("order %d", seed+1), func(t *testing.T) {
			again, session := openFiles(t, packsOf(t, town.Small), town.Small, seed+1, []int{1, 4}[seed])
			whole := again.Library.Memory().Library.Frames
			if err := again.KeepWithin(t.Context(), 1); err != nil {
				t.Fatal(err)
			}
			returned, least := 0, whole
			verifyTown(t, recording, again, session, func() error {
				returned += bringBack(t, again, session)
				if err := again.Step(); err != nil {
					return err
				}
				least = min(least, again.Library.Memory().Library.Frames)
				return nil
			})
			if returned < 1 || least > whole*3/4 {
				t.Errorf("%d clips came back; at least %d bytes of %d in memory", returned, least, whole)
			}
		})
	}
}

// bringBack runs frames until the clips of the next frame are in memory, and goes back. It returns
// how many were not.
func bringBack(t *testing.T, to *town.Town, session *rollback.Session) int {
	t.Helper()
	isAway := func(of assets.ClipID) bool { return !to.Library.IsLoaded(of) }
	clips := to.NextClips()
	if err := to.Library.Prefetch(clips...); err != nil { // those that are there stay
		t.Fatal(err)
	}
	away := 0
	for _, of := range clips {
		if isAway(of) {
			away++
		}
	}
	if away == 0 {
		return 0
	}
	saved, err := session.AppendSnapshot(nil)
	if err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); slices.ContainsFunc(clips, isAway); {
		if err := to.Library.Prefetch(clips...); err != nil { // those that arrived first stay until the last one did
			t.Fatal(err)
		}
		if err := to.Animation.Update(1.0 / 60); err != nil {
			t.Fatal(err)
		}
		if time.Now().After(end) {
			t.Fatalf("%d clips have not come back for a minute", away)
		}
	}
	if err := session.Restore(saved); err != nil {
		t.Fatal(err)
	}
	return away
}

// Another process, which loads the files in another order, plays the recording of this one.
func TestAnotherProcessShowsTheSame(t *testing.T) {
	const variable = "SINEW_TOWN_RECORDING"
	if name := os.Getenv(variable); name != "" {
		recording, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		verify(t, recording, town.Small, 22, 4)
		return
	}
	if runtime.GOOS == "js" {
		t.Skip("a program in a browser starts no other one")
	}
	name := filepath.Join(t.TempDir(), "town")
	if err := os.WriteFile(name, record(t, town.Small), 0o644); err != nil {
		t.Fatal(err)
	}
	other := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	other.Env = append(os.Environ(), variable+"="+name, "SINEW_TOWN_CACHE="+bakedFolder)
	if out, err := other.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Fatalf("%v\n%s", err, out)
	}
}

// A changed world does not pass: the recording of a town without one of its frames differs.
func TestVerifyFindsADifference(t *testing.T) {
	recording := record(t, town.Small)
	again, session := open(t, town.Small, 3, 1)
	replay, err := rollback.NewReplay(bytes.NewReader(recording))
	if err != nil {
		t.Fatal(err)
	}
	count, err := replay.Verify(session, func([]byte, float64) error {
		if again.Frame == 10 {
			again.Frame++ // the characters are told what belongs to the next frame
		}
		return again.Step()
	})
	if count != 10 || !errors.Is(err, rollback.ErrDifference) {
		t.Errorf("%d frames, %v; want a difference after 10", count, err)
	}
}

// Palettes are built for what characters show, and nothing else, also after they have changed.
func TestMatricesThatAreBuiltAreShown(t *testing.T) {
	played, _ := open(t, town.Small, 0, 1)
	built := uint64(0) // in the last frame
	for range 90 {
		before := played.Animation.Counters()
		if err := played.Step(); err != nil {
			t.Fatal(err)
		}
		built = played.Animation.Counters().Since(before).Matrices
		if shown := uint64(played.Shown()); built != shown {
			t.Fatalf("frame %d: %d matrices were built, %d are shown", played.Frame, built, shown)
		}
	}
	if least := uint64(50 * len(played.Characters)); built < least {
		t.Errorf("%d matrices of %d characters, want at least %d", built, len(played.Characters), least)
	}
}

// Characters wear one outfit besides their body, also after they have changed.
func TestCharactersWearOneOutfit(t *testing.T) {
	played, _ := open(t, town.Small, 0, 1)
	worn := generic.NewMap1[components.Worn](played.Animation.World())
	outfits := func() (list []string) {
		for i := range played.Characters {
			c := &played.Characters[i]
			models := worn.Get(c.Entity).Models
			model := played.Library.Model(models[0].Model)
			if model == nil || !slices.Contains(c.Rig.Outfits, model) || models[1].Model != 0 {
				t.Fatalf("frame %d: %s %d wears %v", played.Frame, c.Rig.Name, i, models)
			}
			list = append(list, model.Name)
		}
		return list
	}
	before := outfits()
	for range 300 { // a sixth of all have changed then, those who had outfits to change
		if err := played.Step(); err != nil {
			t.Fatal(err)
		}
	}
	changed := 0
	for i, name := range outfits() {
		if name != before[i] {
			changed++
		}
	}
	if changed < 5 {
		t.Errorf("%d characters changed what they wear", changed)
	}
}

// Dancers stay couples, which face each other at an arm's length and have the same time.
func TestDancersAreCouples(t *testing.T) {
	played, _ := open(t, town.Small, 0, 4)
	transforms := generic.NewMap1[components.Transform](played.Animation.World())
	partners := generic.NewMap1[components.Partner](played.Animation.World())
	for range 60 {
		if err := played.Step(); err != nil {
			t.Fatal(err)
		}
	}
	dancers := 0
	for i := range played.Characters {
		c := &played.Characters[i]
		if c.Role != town.Dancer {
			continue
		}
		dancers++
		members := played.Animation.Pair(c.Entity).Members()
		if len(members) != 2 {
			t.Fatalf("character %d dances among %d", i, len(members))
		}
		var at [2]mgl32.Mat4
		var times [2]float64
		for k, e := range members {
			at[k] = transforms.Get(e).Matrix
			times[k] = played.Animation.Player(e).Layer(int(partners.Get(e).Layer)).Playback().Time
		}
		between := at[1].Col(3).Sub(at[0].Col(3)).Vec3()
		toward := at[0].Col(2).Vec3().Dot(between)
		if toward < 1.0999 || toward > 1.1001 || between.Len() > 1.1001 || at[0].Col(2).Dot(at[1].Col(2)) > -0.9999 ||
			times[0] != times[1] {
			t.Errorf("character %d: the couple is %v m apart, at the times %v", i, between, times)
		}
	}
	if dancers < 8 {
		t.Errorf("%d dancers", dancers)
	}
}

// Files that are read in the background join the skeletons of those that are there, and the town
// goes on.
func TestFilesArriveWhileTheTownPlays(t *testing.T) {
	played, _ := open(t, town.Small, 0, 1)
	files, err := town.Files(town.Size{Clips: 60, Outfits: 12})
	if err != nil {
		t.Fatal(err)
	}
	before := played.Library.Count()
	added := town.StyleName("idle", 2) // a clip of adults that the small town lacks
	if there := played.Library.ClipsNamed(added); len(there) > 0 {
		t.Fatalf("expected no clip %q before its file is read, found %d", added, len(there))
	}
	arrived := 0
	for _, file := range files {
		if file.Body {
			continue
		}
		loading := played.Begin(file)
		for !loading.Done() {
			if err := played.Step(); err != nil {
				t.Fatal(err)
			}
			runtime.Gosched()
		}
		if err := played.End(file, loading); err != nil {
			t.Fatal(err)
		}
		arrived++
	}
	after := played.Library.Count()
	if arrived < 12 || after.Skeletons != before.Skeletons {
		t.Errorf("%d files arrived; %d skeletons before, %d after", arrived, before.Skeletons, after.Skeletons)
	}
	there := played.Library.ClipsNamed(added)
	if len(there) != 1 || played.Library.Clip(there[0]).Skeleton() != played.Rigs[town.Adult].Skeleton {
		t.Errorf("expected one clip %q for the skeleton that was there, found %d", added, len(there))
	}
}

func TestMissingFilesAreNamed(t *testing.T) {
	files, err := town.Files(town.Small)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ without, want string }{
		{"horse.glb", `expected the file of rig "horse"`},
		{"adult outfit 0.glb", `expected the model "adult outfit 0"`},
		{"bird clips 0.glb", `rig "bird": expected the clip "peck"`},
	} {
		var some []town.File
		for _, file := range files {
			if file.Name != row.without && (row.without != "horse.glb" || file.Rig != town.Horse) {
				some = append(some, file)
			}
		}
		content := town.NewAssets(assets.NewLibrary(assets.Exact()), town.Small)
		if err := content.Load(some); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("without %s: %v, want %q", row.without, err, row.want)
		}
	}
}
