// Sounds of moves, made by the browser: a knock of wood for a move, two for a capture, tones for check and the end.

import { sound } from "../core/preferences";

export type Sound = "move" | "capture" | "check" | "end" | "low";

let context: AudioContext | null = null;

export function play(kind: Sound): void {
  if (!sound.value || typeof AudioContext === "undefined") return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended" && !navigator.userActivation?.hasBeenActive) return;
    void context.resume();
    make(context, kind);
  } catch {
    // a browser without sound
  }
}

function make(audio: AudioContext, kind: Sound): void {
  const now = audio.currentTime;
  if (kind === "move") knock(audio, now, 900, 0.35);
  if (kind === "capture") {
    knock(audio, now, 650, 0.45);
    knock(audio, now + 0.05, 1100, 0.25);
  }
  if (kind === "check") {
    knock(audio, now, 900, 0.35);
    tone(audio, now + 0.03, 740, 0.14);
  }
  if (kind === "end") [523, 659, 784].forEach((pitch, at) => tone(audio, now + at * 0.11, pitch, 0.35));
  if (kind === "low") tone(audio, now, 330, 0.2);
}

/** A short noise through a narrow filter. */
function knock(audio: AudioContext, at: number, pitch: number, loud: number): void {
  const length = Math.floor(audio.sampleRate * 0.06);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * Math.exp((-9 * i) / length);
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 1.6 });
  source.connect(filter).connect(new GainNode(audio, { gain: loud })).connect(audio.destination);
  source.start(at);
}

function tone(audio: AudioContext, at: number, pitch: number, length: number): void {
  const source = new OscillatorNode(audio, { type: "sine", frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.12, at + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + length + 0.05);
}
