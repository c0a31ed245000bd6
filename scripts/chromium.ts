import { existsSync } from 'node:fs'

import { run, stop } from './tasks.ts'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** A Chromium for the tests: CHROMIUM_PATH, one that is there, else Debian's package. Stops with a sentence if none. */
export async function chromiumPath(): Promise<string> {
  const given = process.env['CHROMIUM_PATH']
  if (given !== undefined && given !== '') {
    return existsSync(given) ? given : stop(`CHROMIUM_PATH names ${given}, which does not exist.`)
  }
  return usual.find((path) => existsSync(path)) ?? installFromDebian()
}

async function installFromDebian(): Promise<string> {
  await installDebianPackage('chromium', '/usr/bin/chromium', 'Install Chromium or Chrome and set CHROMIUM_PATH to it.')
  return '/usr/bin/chromium'
}

/** Installs a Debian package as root or through sudo; stops with `advice` where that can't be done. */
export async function installDebianPackage(name: string, expected: string, advice: string): Promise<void> {
  if (!existsSync('/usr/bin/apt-get')) stop(`The tests need ${name}. ${advice}`)
  console.log(`Installing Debian's ${name} package for the tests …`)
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = [...sudo, 'apt-get', '-o', 'DPkg::Lock::Timeout=120', '-qq']
  await run(apt[0] ?? '', [...apt.slice(1), 'update'], { quiet: true })
  const { code, output } = await run(
    apt[0] ?? '',
    [...apt.slice(1), 'install', '-y', '--no-install-recommends', name],
    {
      quiet: true,
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    },
  )
  if (code !== 0 || !existsSync(expected))
    stop(`Could not install ${name}: ${output.trim().split('\n').at(-1)}. ${advice}`)
}
