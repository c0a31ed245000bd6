import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const programs = ['/usr/bin/pulseaudio', '/usr/bin/parec', '/usr/bin/speech-dispatcher']
const moduleConfig = '/etc/speech-dispatcher/modules/espeak-ng.conf'

/** What a system lacks to speak through speech-dispatcher; empty when it lacks nothing. */
export const missingForSystemVoices = [...programs, moduleConfig].filter((path) => !existsSync(path))

/** The system's own voices: a real speech-dispatcher with espeak-ng, and a sound card that only we listen to. */
export interface SystemVoices {
  /** For the browser. */
  readonly env: Readonly<Record<string, string>>
  /** Browsers that connected while the voices were held get their list now. */
  readonly release: () => void
  /** Milliseconds with sound at the sound card so far. */
  readonly heardMs: () => number
  readonly close: () => Promise<void>
}

/** `isHeld`: browsers can connect, but learn nothing of the voices until `release`. */
export async function startSystemVoices({ isHeld = false } = {}): Promise<SystemVoices> {
  const folder = mkdtempSync(join(tmpdir(), 'system-voices-'))
  const at = (name: string): string => join(folder, name)
  const env = {
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    PULSE_SERVER: `unix:${at('pulse.sock')}`,
    SPEECHD_ADDRESS: `unix_socket:${at('held.sock')}`,
  }
  const started: ChildProcess[] = []
  const start = (program: string, args: readonly string[], output: 'ignore' | 'pipe' = 'ignore'): ChildProcess => {
    const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', output, 'ignore'] })
    started.push(child)
    return child
  }
  const sink = [
    '--load=module-null-sink sink_name=card',
    `--load=module-native-protocol-unix socket=${at('pulse.sock')}`,
  ]
  start('/usr/bin/pulseaudio', ['-n', '--daemonize=no', '--use-pid-file=no', '--exit-idle-time=-1', ...sink])
  await untilThere(at('pulse.sock'))
  mkdirSync(at('config/modules'), { recursive: true })
  mkdirSync(at('log'))
  copyFileSync(moduleConfig, at('config/modules/espeak-ng.conf'))
  writeFileSync(at('config/speechd.conf'), configOf(env.PULSE_SERVER))
  const socket = ['-c', 'unix_socket', '-S', at('speech.sock'), '-t', '0']
  start('/usr/bin/speech-dispatcher', ['-s', '-C', at('config'), '-L', at('log'), '-P', at('pid'), ...socket])
  await untilThere(at('speech.sock'))
  const relay = await relaySocket(at('held.sock'), at('speech.sock'), isHeld)
  const format = ['--raw', '--format=s16le', `--rate=${rate}`, '--channels=1', '--latency-msec=50']
  const recorder = start('/usr/bin/parec', ['--device=card.monitor', ...format], 'pipe')
  let loudSamples = 0
  recorder.stdout?.on('data', (chunk: Buffer) => {
    for (let index = 0; index + 1 < chunk.length; index += 2) {
      if (Math.abs(chunk.readInt16LE(index)) > quietest) loudSamples += 1
    }
  })
  return {
    env,
    release: relay.release,
    heardMs: () => (loudSamples / rate) * 1_000,
    close: async () => {
      await relay.close()
      for (const child of started.toReversed()) await end(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function configOf(pulseServer: string): string {
  return [
    'LogLevel 1',
    'AudioOutputMethod "pulse"',
    `AudioPulseServer "${pulseServer}"`,
    'AddModule "espeak-ng" "sd_espeak-ng" "espeak-ng.conf"',
    'DefaultModule espeak-ng',
    '',
  ].join('\n')
}

/** Passes connections on, once released. */
async function relaySocket(path: string, target: string, isHeld: boolean) {
  const held = Promise.withResolvers<void>()
  if (!isHeld) held.resolve()
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    near.pause()
    const far = connect(target)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        near.destroy()
        far.destroy()
        sockets.delete(socket)
      })
    }
    void held.promise.then(() => {
      near.pipe(far)
      far.pipe(near)
    })
  }).listen(path)
  await once(server, 'listening')
  return {
    release: held.resolve,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

async function untilThere(path: string): Promise<void> {
  for (let attempt = 0; !existsSync(path); attempt += 1) {
    if (attempt === 200) throw new Error(`${path} was not there after ten seconds`)
    await setTimeout(50)
  }
}

/** speech-dispatcher has been seen to ignore SIGTERM. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const isOver = await Promise.race([exited.then(() => true), setTimeout(3_000, false, { ref: false })])
  if (!isOver) child.kill('SIGKILL')
  await exited
}

const rate = 8_000
/** About -50 dB. */
const quietest = 100
