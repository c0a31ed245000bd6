import { Skeleton } from '../ui/skeleton.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { MarkTile } from '../ui/wordmark.tsx'
import { SignInSkeleton } from '../ui/sign-in-layout.tsx'
import { startsCollapsed } from './navigation-width.ts'

/** Shown while a page's code or session loads, with a spinner (spec §2): the frame of that page. */
export function RouteSkeleton({ label = 'Loading' }: { readonly label?: string }) {
  const { pathname } = window.location
  if (/^\/dashboard\/demos\/(?!import\/)[^/]+(\/(edit|present))?$/.test(pathname)) return <StageFrame label={label} />
  if (pathname.startsWith('/dashboard')) return <DashboardFrame label={label} />
  return <SignInSkeleton label={label} hasStage={pathname === '/login' || pathname === '/signup'} />
}

function StageFrame({ label }: { readonly label: string }) {
  return (
    <div className="flex h-dvh flex-col">
      <div className="flex h-13 items-center justify-between border-b border-line bg-surface px-4">
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="h-8 w-24" />
      </div>
      <div className="flex flex-1 items-center justify-center bg-sunken">
        <Spinner label={label} size={28} />
      </div>
    </div>
  )
}

function DashboardFrame({ label }: { readonly label: string }) {
  const isCollapsed = startsCollapsed()
  return (
    <div className="flex min-h-dvh max-md:flex-col">
      <div
        className={`hidden shrink-0 flex-col gap-2.5 overflow-hidden py-3 pr-2 pl-3 md:flex ${isCollapsed ? 'w-14' : 'w-[14.5rem]'}`}
      >
        <span className="flex h-10 items-center pl-1.5">
          <MarkTile />
        </span>
        <Skeleton className="h-8 shrink-0" />
        {[0, 1, 2, 3].map((entry) => (
          <Skeleton key={entry} className="h-5 shrink-0" />
        ))}
      </div>
      <div className="h-13 border-b border-line bg-surface md:hidden" />
      <div className="flex flex-1 items-center justify-center bg-surface md:my-(--sheet-inset) md:mr-(--sheet-inset) md:rounded-card md:shadow-[0_0_0_1px_var(--line)]">
        <Spinner label={label} size={28} />
      </div>
      <div className="fixed inset-x-0 bottom-0 h-14 border-t border-line bg-surface md:hidden" />
    </div>
  )
}
