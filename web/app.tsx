import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { RouterProvider } from 'react-router/dom'

import { router } from './routes.tsx'
import { ToastRegion } from './ui/toast-region.tsx'

/** Style elements of the component library are off: the CSP allows style sheets from files only. */
export function App() {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={400}>
        <RouterProvider router={router} />
        <ToastRegion />
      </Tooltip.Provider>
    </CSPProvider>
  )
}
