import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** Used by `web/build.ts`, and by the development server in middleware mode (our own server answers everything else). */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  appType: 'spa',
  plugins: [react(), tailwind()],
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    outDir: fileURLToPath(new URL('../dist/web/', import.meta.url)),
    emptyOutDir: true,
    // light-dark() and oklch() are used as they are.
    target: ['chrome125', 'firefox128', 'safari18'],
    // The CSP allows scripts and images from files only; an inlined font or picture would be a data: address.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // What is always used together compresses better in one file. React is named first: a group takes along what it
    // needs, and the landing page needs no queries.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 2 },
            { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/, priority: 1 },
          ],
        },
      },
    },
  },
})
