// A camera that a browser has and this machine has not: pictures on a canvas that obey what the camera is told.

/// The script that puts it in place of the browser's own, before anything else runs.
enum SimulatedCamera {
  /// Three lenses; ISO, shutter, focus, white balance, compensation, zoom, light. A bright ground, dark bars that are sharp at 2 m, and a clock of a bar at the foot.
  static let script = """
    (() => {
      delete window.PressureObserver;
      const range = (min, max, step) => ({ min, max, step });
      const able = {
        iso: range(50, 3200, 50), exposureTime: range(1, 2000, 1), focusDistance: range(0.1, 10, 0.1), colorTemperature: range(2500, 8000, 50),
        exposureCompensation: range(-3, 3, 0.1), exposureMode: ['manual', 'continuous'], focusMode: ['manual', 'single-shot', 'continuous'],
        whiteBalanceMode: ['manual', 'continuous'], zoom: range(1, 5, 0.1), torch: true,
      };
      const lenses = [['Ultra Wide', 'sim0'], ['Wide', 'sim1'], ['Telephoto', 'sim2']];
      const sim = window.sim = { calls: [], deny: null };
      const open = (id) => {
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [640, 360];
        const c = canvas.getContext('2d');
        const s = sim.settings = {
          deviceId: id, iso: 100, exposureTime: 100, focusDistance: 2, colorTemperature: 5500, exposureCompensation: 0, exposureMode: 'continuous',
          focusMode: 'continuous', whiteBalanceMode: 'continuous', zoom: 1, torch: false, frameRate: 60, width: 640, height: 360,
        };
        let n = 0;
        const stream = canvas.captureStream(60);
        const track = sim.track = stream.getVideoTracks()[0];
        const draw = () => {
          if (track.readyState === 'ended') return;
          n++;
          const light = s.exposureMode === 'manual' ? s.iso / 100 * s.exposureTime / 100 : 2 ** s.exposureCompensation;
          const b = Math.min(255, Math.round(90 * light));
          const k = (s.whiteBalanceMode === 'manual' ? s.colorTemperature : 5500) / 5500;
          c.filter = 'none';
          c.fillStyle = `rgb(${Math.min(255, b * k) | 0},${b},${Math.min(255, b / k) | 0})`;
          c.fillRect(0, 0, 640, 360);
          const blur = s.focusMode === 'manual' ? Math.abs(s.focusDistance - 2) * 3 : 0;
          c.filter = blur ? `blur(${blur}px)` : 'none';
          c.fillStyle = '#000';
          const zoom = { sim0: 0.5, sim1: 1, sim2: 3 }[id] * s.zoom;
          for (let i = 0; i < 12; i++) c.fillRect(320 + (i - 6) * 20 * zoom, 180 - 60 * zoom, 8 * zoom, 120 * zoom);
          c.filter = 'none';
          c.fillStyle = '#0f0';
          c.fillRect(n * 3 % 640, 346, 12, 14);
          requestAnimationFrame(draw);
        };
        track.getCapabilities = () => ({ ...able, deviceId: id });
        track.getSettings = () => ({ ...s });
        track.applyConstraints = async (wanted) => {
          sim.calls.push(wanted.advanced);
          for (const set of wanted.advanced) for (const [key, value] of Object.entries(set)) {
            if (!(key in able) && key !== 'pointsOfInterest') throw new DOMException('no ' + key, 'OverconstrainedError');
            s[key] = value;
          }
        };
        draw();
        return stream;
      };
      navigator.mediaDevices.getUserMedia = async (wanted) => {
        if (sim.deny) throw new DOMException('refused', sim.deny);
        return open(wanted.video.deviceId?.exact || 'sim1');
      };
      navigator.mediaDevices.enumerateDevices = async () => lenses.map(([label, deviceId]) => ({ kind: 'videoinput', label, deviceId, groupId: 'g' }));
    })();
    """
}
