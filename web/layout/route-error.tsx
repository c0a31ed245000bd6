import { useRouteError } from 'react-router'

import { ErrorPage } from '../ui/error-page.tsx'

/** What nothing else caught: most often a page's code that could not be fetched. */
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
