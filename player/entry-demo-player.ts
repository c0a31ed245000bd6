import { mountEmbeds } from './embed.ts'

/* /js/demo-player.js: embeds the player in any page. Nothing of it may throw into the page it is a guest of. */

mountEmbeds()
