import { recall } from '../lib/json-storage.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import { SignInSkeleton } from '../ui/sign-in-layout.tsx'

/** Where the navigation's width is stored. */
export const collapsedKey = 'understudy-nav-collapsed'

/** Shown while a page's code or session loads, with a spinner (spec §2): the frame of that page. */
export function RouteSkeleton({ label = 'Loading' }: { readonly label?: string }) {
  const { pathname } = window.location
  if (/^\/dashboard\/demos\/(?!import\/)[^/]+(\/(edit|present))?$/.test(pathname)) return <StageFrame label={label} />
  return pathname.startsWith('/dashboard') ? <DashboardFrame label={label} /> : <SignInSkeleton label={label} />
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
  const isCollapsed = recall<boolean>(collapsedKey) ?? false
  return (
    <div className="flex h-dvh">
      <div
        className={`hidden shrink-0 flex-col gap-4 overflow-hidden border-r border-line bg-sunken/60 p-3 md:flex ${isCollapsed ? 'w-[57px]' : 'w-[14.5rem]'}`}
      >
        <span className={`flex h-10 items-center ${isCollapsed ? 'pl-1.5' : 'pl-2'}`}>
          <Wordmark />
        </span>
        {[0, 1, 2, 3, 4].map((entry) => (
          <Skeleton key={entry} className="h-5" />
        ))}
      </div>
      <div className="flex flex-1 items-center justify-center">
        <Spinner label={label} size={28} />
      </div>
      <div className="fixed inset-x-0 bottom-0 h-14 border-t border-line bg-surface md:hidden" />
    </div>
  )
}
