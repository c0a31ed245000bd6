import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'

import { catchArrival } from './lib/catch-arrival.ts'
import { routes } from './routes.tsx'
import { ToastRegion } from './ui/toast-region.tsx'

catchArrival()
const router = createBrowserRouter(routes)

export function App() {
  return (
    <>
      <RouterProvider router={router} />
      <ToastRegion />
    </>
  )
}
