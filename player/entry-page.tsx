import { hydrateRoot } from 'react-dom/client'

import type { PlayerTakeOver } from '#protocol/player-page.ts'

import type { Ending } from './ending.tsx'
import { Player } from './player.tsx'

/* The script of /demo/{id}/play: hydrates the server's HTML. */

const root = document.getElementById('player')
const data = document.getElementById('player-data')?.textContent
const image = root?.querySelector('.us-image')?.getAttribute('src')
if (root !== null && data !== undefined && data !== null && image !== null && image !== undefined) {
  const takeOver = JSON.parse(data) as PlayerTakeOver
  // A separate task: parsing and hydrating are each short on a slow phone, but not together.
  const hydrate = (ending?: typeof Ending) => hydrateRoot(root, <Player {...takeOver} image={image} ending={ending} />)
  if (takeOver.place === 'ending') void import('./ending.tsx').then((part) => hydrate(part.Ending))
  else setTimeout(hydrate)
}
