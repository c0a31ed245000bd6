import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { AccessScreen } from '../../access/access-screen.tsx'
import { readPlan } from '../../site-access.ts'

document.documentElement.lang = chrome.i18n.getUILanguage()
const container = document.getElementById('access')
if (container !== null) {
  createRoot(container).render(
    <StrictMode>
      <AccessScreen plan={readPlan(location.search)} />
    </StrictMode>,
  )
}
