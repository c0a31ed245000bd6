import { PageSpinner } from '../ui/spinner.tsx'

export function RouteFallback() {
  return <PageSpinner label="Loading" />
}
