import './styles.css'

import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

import { catchArrival } from './lib/catch-arrival.ts'
import { applyTheme, storedTheme } from './lib/theme.ts'
import { LandingPage } from './pages/landing-page.tsx'

/* The landing page's own script: it takes over what the build rendered. No router, no queries, no backend client. */

applyTheme(storedTheme())

const root = document.getElementById('landing')
// A mail's link that may lead nowhere else leads here; the application finishes it.
if (catchArrival()) location.reload()
else if (root !== null) {
  const page = (
    <StrictMode>
      <LandingPage />
    </StrictMode>
  )
  // Only `npm run dev` serves it unrendered.
  if (root.firstElementChild === null) createRoot(root).render(page)
  else hydrateRoot(root, page)
}
