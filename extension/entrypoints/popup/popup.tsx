import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { PopupScreen } from '../../popup/popup-screen.tsx'

const container = document.getElementById('popup')
if (container !== null) {
  createRoot(container).render(
    <StrictMode>
      <PopupScreen />
    </StrictMode>,
  )
}
