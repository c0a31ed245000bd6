import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

import { LandingPage } from './pages/landing-page.tsx'

/** Hydrates the landing page and replays early clicks. No router, queries or backend client. */
export function hydrateLanding(root: HTMLElement, clicked: HTMLElement | null): void {
  const page = (
    <StrictMode>
      <LandingPage />
    </StrictMode>
  )
  if (root.firstElementChild === null) createRoot(root).render(page)
  else hydrateRoot(root, page)
  clicked?.click()
}
