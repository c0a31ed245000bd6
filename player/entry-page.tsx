import { hydrateRoot } from 'react-dom/client'

import type { PlayerTakeOver } from '#protocol/player-page.ts'

import { Player } from './player.tsx'

/* The script of /demo/{id}/play: takes over the HTML that the server sent. */

const root = document.getElementById('player')
const data = document.getElementById('player-data')?.textContent
const image = root?.querySelector('.us-image')?.getAttribute('src')
if (root !== null && data !== undefined && data !== null && image !== null && image !== undefined) {
  const takeOver = JSON.parse(data) as PlayerTakeOver
  // A task of its own: reading this script and taking over are each short on a slow phone, but not both at once.
  setTimeout(() => hydrateRoot(root, <Player {...takeOver} image={image} />))
}
