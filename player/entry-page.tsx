import { hydrateRoot } from 'react-dom/client'

import type { HydrationData } from '#protocol/player-page.ts'

import { loadInter } from './load-inter.ts'
import { Player } from './player.tsx'
import { replayEarlyPresses } from './start-when-painted.ts'

/* The script of /demo/{id}/play: hydrates the server's HTML. */

const root = document.getElementById('player')
const data = document.getElementById('player-data')?.textContent
const image = root?.querySelector('.us-image')?.getAttribute('src')
if (root && data && image) {
  void hydrate(root, data, image)
  loadInter()
}

async function hydrate(element: HTMLElement, json: string, picture: string): Promise<void> {
  const hydration = JSON.parse(json) as HydrationData
  const [variables, last] = await Promise.all([
    json.includes('{{') ? import('#protocol/fill-demo.ts') : null,
    hydration.place === 'ending' ? import('./ending.tsx') : null,
  ])
  const player = <Player {...hydration} image={picture} fill={variables?.fillDemo} ending={last?.Ending} />
  // In its own task: parsing and hydrating each take little time on a slow phone, but too long together.
  setTimeout(() => {
    hydrateRoot(element, player)
    setTimeout(replayEarlyPresses)
  })
}
