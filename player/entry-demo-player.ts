import { mountEmbeds } from './embed.ts'

/* /js/demo-player.js: embeds the player in any page. Never throws into the host page. */

mountEmbeds()
