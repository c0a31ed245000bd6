import { useRouteError } from 'react-router'

import { ErrorPage } from '../ui/error-page.tsx'

/** The last error boundary: usually a page's code failed to load. */
export function RouteError() {
  const error = useRouteError()
  const isFetch = error instanceof TypeError
  return (
    <ErrorPage
      title={isFetch ? 'This page could not be loaded' : 'Something went wrong on this page'}
      text={
        isFetch
          ? 'Check your connection, then try again. Your work is kept in this browser.'
          : 'Your work is kept in this browser. Reload the page to continue.'
      }
      onRetry={() => window.location.reload()}
    />
  )
}
