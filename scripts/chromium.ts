import { existsSync } from 'node:fs'

import { run, stop } from './tasks.ts'

const debianChromium = '/usr/bin/chromium'
const debianShell = '/usr/bin/chromium-headless-shell'

const usual = [
  debianChromium,
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Chromium for the tests: CHROMIUM_PATH, an installed one, or Debian's package. Exits with a message if none. */
export async function chromiumPath(): Promise<string> {
  const given = process.env['CHROMIUM_PATH']
  if (given !== undefined && given !== '') {
    return existsSync(given) ? given : stop(`CHROMIUM_PATH names ${given}, which does not exist.`)
  }
  return usual.find((path) => existsSync(path)) ?? installFromDebian()
}

/**
 * Headless Chromium for tests without the extension, at less than half the CPU time: CHROMIUM_SHELL_PATH, an installed
 * one, or Debian's package; falls back to `chromium`.
 */
export async function headlessShellPath(chromium: string): Promise<string> {
  const given = process.env['CHROMIUM_SHELL_PATH']
  if (given !== undefined && given !== '') {
    return existsSync(given) ? given : stop(`CHROMIUM_SHELL_PATH names ${given}, which does not exist.`)
  }
  if (!existsSync(debianShell) && chromium === debianChromium) await tryToInstall('chromium-headless-shell')
  return existsSync(debianShell) ? debianShell : chromium
}

async function installFromDebian(): Promise<string> {
  await installDebianPackage('chromium', debianChromium, 'Install Chromium or Chrome and set CHROMIUM_PATH to it.')
  return debianChromium
}

/** Installs a Debian package, unless it is there, as root or through sudo; exits with `advice` if it can't. */
export async function installDebianPackage(name: string, expected: string, advice: string): Promise<void> {
  if (existsSync(expected)) return
  if (!existsSync('/usr/bin/apt-get')) stop(`The tests need ${name}. ${advice}`)
  const problem = await tryToInstall(name)
  if (!existsSync(expected)) stop(`Could not install ${name}: ${problem}. ${advice}`)
}

/** Installs Debian packages that some end-to-end tests need, unless `expected` is there. Without it they are skipped. */
export async function installForSomeTests(names: readonly string[], expected: string): Promise<void> {
  if (existsSync(expected)) return
  const problem = await tryToInstall(...names)
  if (!existsSync(expected)) console.log(`Some end-to-end tests are skipped: ${problem}`)
}

/** The last line of the error, if any. */
async function tryToInstall(...names: readonly string[]): Promise<string> {
  if (!existsSync('/usr/bin/apt-get')) return 'there is no apt-get'
  console.log(`Installing Debian's ${names.join(', ')} for the tests …`)
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = [...sudo, 'apt-get', '-o', 'DPkg::Lock::Timeout=120', '-qq']
  await run(apt[0] ?? '', [...apt.slice(1), 'update'], { quiet: true })
  const { output } = await run(apt[0] ?? '', [...apt.slice(1), 'install', '-y', '--no-install-recommends', ...names], {
    quiet: true,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  })
  return output.trim().split('\n').at(-1) ?? ''
}
