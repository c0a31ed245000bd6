import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { PopupScreen } from '../../popup/popup-screen.tsx'

document.documentElement.lang = chrome.i18n.getUILanguage()
const container = document.getElementById('popup')
if (container !== null) {
  createRoot(container).render(
    <StrictMode>
      <PopupScreen />
    </StrictMode>,
  )
}
