import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

import { landingContent } from './landing-content-plugin.ts'

/**
 * Modules that load together compress better in one file. Groups include their dependencies unless a higher priority
 * has them, so the landing page's modules are separate: no router, queries or client.
 */
const chunkGroups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
  { name: 'router', test: /node_modules[\\/](react-router|@tanstack[\\/](react-query|query-core))[\\/]/, priority: 2 },
  // All that the landing page's document asks for; the rest comes once it is painted (web/landing.tsx).
  {
    name: 'landing-start',
    test: /web[\\/]lib[\\/](theme|catch-arrival)\.|player[\\/]create-store\.|preload-helper/,
    priority: 4,
  },
  {
    name: 'landing-shared',
    test: anyOf(
      /web[\\/](lib[\\/]session-hint|ui[\\/](button|wordmark))\./,
      /protocol[\\/]client-config\./,
      // Addresses; the dashboard shows some of the pictures, too.
      /sample[\\/]pictures[\\/]/,
      /node_modules[\\/](clsx|lucide-react[\\/]dist[\\/]esm[\\/](?!icons[\\/]))/,
    ),
    minShareCount: 2,
    priority: 2,
  },
  {
    name: 'dashboard',
    test: anyOf(
      /web[\\/]layout[\\/](dashboard-layout|signed-in-area|theme-switch)\./,
      /web[\\/]features[\\/]demos[\\/]delete-demo\./,
      /web[\\/]lib[\\/](dates|demo-calls|extension-client|image-address|new-id|use-extension|import[\\/]pick-images)\./,
      // Icons of the frame and the demo list. Add new ones here, otherwise they load all of the group below.
      /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](archive|bot|chart-column|check|chevrons-up-down|circle-check|circle-question-mark|copy|ellipsis|eye|house|image-plus|images|log-out|menu|message-circle|monitor|moon|panel-left|pencil|pin|plus|presentation|search|settings|sun|text-cursor-input|trash|triangle-exclamation-point|user-round|x)\./,
      /web[\\/]ui[\\/](button-link|empty-state|menu|on-first-use|image-drop-zone|page-header|skeleton|use-image-intake)\./,
    ),
    priority: 1,
  },
  { name: 'icons', test: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/, minShareCount: 2, priority: 0 },
]

function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'))
}

/** Used by `web/build.ts`, and by the development server in middleware mode (our own server answers everything else). */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  appType: 'spa',
  plugins: [react(), tailwind(), landingContent(), landingPage()],
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    outDir: fileURLToPath(new URL('../dist/web/', import.meta.url)),
    emptyOutDir: true,
    // light-dark() and oklch() are used as they are.
    target: ['chrome125', 'firefox128', 'safari18'],
    // The CSP allows scripts and images from files only; an inlined font or picture would be a data: address.
    assetsInlineLimit: 0,
    // All target browsers preload modules natively.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', 'landing.html'].map((page) => fileURLToPath(new URL(page, import.meta.url))),
      output: {
        codeSplitting: {
          groups: chunkGroups,
        },
      },
    },
  },
})

/** `npm run dev` serves the landing page where the server does. */
function landingPage(): Plugin {
  return {
    name: 'landing-page',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        if (request.url?.split('?')[0] === '/') request.url = '/landing.html'
        next()
      })
    },
  }
}
