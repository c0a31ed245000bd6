import { chromium, type Browser } from '@playwright/test'

/** The Chromium for benchmarks: without background work. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      `--disable-features=${[...addressBarPages, ...disabledByPlaywright].join(',')}`,
    ],
  })
}

/**
 * The address bar's suggestions are web pages. Each new window loads them, for half a second of CPU time, while the
 * measured page is loading in it.
 */
const addressBarPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']

/** Those of Playwright's that concern loading and painting: Chromium reads only the last `--disable-features`. */
const disabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'OptimizationHints',
  'AimEnabled',
  'PreconnectToSearch',
]
