package glcontext

/*
#cgo LDFLAGS: -ldl
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What this file uses of EGL 1.5 and of the extensions EGL_EXT_device_base and
// EGL_EXT_platform_device. The library is opened when it is first needed, so that neither building
// nor running a program with a window needs it.
typedef void *Handle;

static Handle (*getPlatformDisplay)(unsigned platform, void *native, const intptr_t *attributes);
static unsigned (*initialize)(Handle display, int *major, int *minor);
static unsigned (*terminate)(Handle display);
static unsigned (*bindAPI)(unsigned api);
static unsigned (*chooseConfig)(Handle display, const int *attributes, Handle *configs, int size, int *count);
static Handle (*createContext)(Handle display, Handle config, Handle share, const int *attributes);
static Handle (*currentContext)(void);
static Handle (*createPbufferSurface)(Handle display, Handle config, const int *attributes);
static unsigned (*makeCurrent)(Handle display, Handle draw, Handle read, Handle context);
static unsigned (*destroyContext)(Handle display, Handle context);
static unsigned (*destroySurface)(Handle display, Handle surface);
static unsigned (*queryDevices)(int size, Handle *devices, int *count);

// load opens the library and returns true, or false where it or a function of it is missing.
static bool load(void) {
	Handle library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
	if (!library) {
		return false;
	}
	void *(*address)(const char *) = dlsym(library, "eglGetProcAddress");
	if (!address) {
		return false;
	}
	getPlatformDisplay = dlsym(library, "eglGetPlatformDisplay");
	initialize = dlsym(library, "eglInitialize");
	terminate = dlsym(library, "eglTerminate");
	bindAPI = dlsym(library, "eglBindAPI");
	chooseConfig = dlsym(library, "eglChooseConfig");
	createContext = dlsym(library, "eglCreateContext");
	createPbufferSurface = dlsym(library, "eglCreatePbufferSurface");
	currentContext = dlsym(library, "eglGetCurrentContext");
	makeCurrent = dlsym(library, "eglMakeCurrent");
	destroyContext = dlsym(library, "eglDestroyContext");
	destroySurface = dlsym(library, "eglDestroySurface");
	queryDevices = address("eglQueryDevicesEXT");
	return getPlatformDisplay && initialize && terminate && bindAPI && chooseConfig && createContext &&
		createPbufferSurface && currentContext && makeCurrent && destroyContext && destroySurface && queryDevices;
}

enum {
	most = 64, // devices
	none = 0x3038,
	devicePlatform = 0x313F,
	openGL = 0x30A2,
	surfaceType = 0x3033,
	pbuffer = 1,
	renderableType = 0x3040,
	openGLBit = 8,
	alphaSize = 0x3021,
	blueSize = 0x3022,
	greenSize = 0x3023,
	redSize = 0x3024,
	surfaceHeight = 0x3056,
	surfaceWidth = 0x3057,
	majorVersion = 0x3098,
	minorVersion = 0x30FB,
	profileMask = 0x30FD,
	coreProfile = 1,
	forwardCompatible = 0x31B1,
};

typedef struct {
	Handle display, config;
} Device;

typedef struct {
	Handle context, surface;
} Screenless;

static void closeScreenless(Handle display, Screenless s) {
	if (currentContext() == s.context) {
		makeCurrent(display, NULL, NULL, NULL);
	}
	if (s.surface) {
		destroySurface(display, s.surface);
	}
	if (s.context) {
		destroyContext(display, s.context);
	}
}

static bool makeScreenlessCurrent(Handle display, Screenless s) {
	return bindAPI(openGL) && makeCurrent(display, s.surface, s.surface, s.context);
}

// openScreenless makes a forward-compatible core context of version 3.3, with a framebuffer in memory,
// current.
static bool openScreenless(Device d, Handle share, int width, int height, Screenless *s) {
	static const int version[] = {majorVersion, 3, minorVersion, 3, profileMask, coreProfile, forwardCompatible, 1, none};
	const int size[] = {surfaceWidth, width, surfaceHeight, height, none};
	if (!bindAPI(openGL)) {
		return false;
	}
	s->context = createContext(d.display, d.config, share, version);
	s->surface = createPbufferSurface(d.display, d.config, size);
	if (!s->context || !s->surface || !makeScreenlessCurrent(d.display, *s)) {
		closeScreenless(d.display, *s);
		return false;
	}
	return true;
}
// openDevice finds the first device, of those that the drivers list, on which a context can be made.
// Drivers list hardware before what computes pixels in software.
static bool openDevice(Device *found) {
	Handle devices[most];
	int count = 0;
	if (!queryDevices(most, devices, &count)) {
		return false;
	}
	static const int attributes[] = {surfaceType, pbuffer, renderableType, openGLBit, redSize, 8, greenSize, 8, blueSize, 8,
		alphaSize, 8, none};
	for (int i = 0; i < count; i++) {
		int configs = 0;
		found->display = getPlatformDisplay(devicePlatform, devices[i], NULL);
		if (!found->display || !initialize(found->display, NULL, NULL)) {
			continue;
		}
		Screenless probe;
		if (chooseConfig(found->display, attributes, &found->config, 1, &configs) && configs == 1 &&
			openScreenless(*found, NULL, 1, 1, &probe)) {
			closeScreenless(found->display, probe);
			return true;
		}
		terminate(found->display);
	}
	return false;
}
*/
import "C"

import "sync"

// screenless is a context that needs no display: EGL made it on a graphics device, with a framebuffer
// in memory in place of a window.
type screenless struct {
	handles       C.Screenless
	width, height int // pixels
}

// screenlessDevice returns the device that such contexts draw on. It stays open, as the connection
// to a display does.
var screenlessDevice = sync.OnceValues(func() (d C.Device, ok bool) {
	ok = bool(C.load()) && bool(C.openDevice(&d)) //nolint:gocritic // of code that cgo generates
	return d, ok
})

// openScreenless makes a context current that needs no display; ok tells whether this machine can.
func openScreenless(o Options) (s *screenless, ok bool) {
	device, ok := screenlessDevice()
	if !ok {
		return nil, false
	}
	var share C.Handle
	if o.Share != nil {
		if o.Share.screenless == nil {
			return nil, false
		}
		share = o.Share.screenless.handles.context
	}
	s = &screenless{width: o.Width, height: o.Height}
	ok = bool(C.openScreenless(device, share, C.int(o.Width), C.int(o.Height), &s.handles)) //nolint:gocritic // as above
	return s, ok
}

func (s *screenless) makeCurrent() {
	device, _ := screenlessDevice()
	C.makeScreenlessCurrent(device.display, s.handles)
}

func (s *screenless) close() {
	device, _ := screenlessDevice()
	C.closeScreenless(device.display, s.handles)
}
