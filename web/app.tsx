import { RouterProvider } from 'react-router/dom'

import { router } from './routes.tsx'
import { ToastRegion } from './ui/toast-region.tsx'

export function App() {
  return (
    <>
      <RouterProvider router={router} />
      <ToastRegion />
    </>
  )
}
