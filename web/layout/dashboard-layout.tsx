import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { Outlet, useLocation } from 'react-router'

import { currentWorkspaceId, useWorkspaceChanges } from '../lib/current-workspace.ts'
import { signOutAndLeave, useSession } from '../lib/session.ts'
import { ritaPanel } from './rita-panel.ts'
import { PhoneBar, PhoneHeader } from './phone-navigation.tsx'
import { SideNavigation } from './side-navigation.tsx'
import { useNavigationWidth } from './navigation-width.ts'

/**
 * The navigation on the page, and the page's content on one sheet beside it. On phones, a header and a bar instead. The
 * window scrolls; a frame that stays keeps the sheet's edges in place.
 */
export function DashboardLayout() {
  const session = useSession()
  const location = useLocation()
  const { pathname } = location
  const { isCollapsed, toggle } = useNavigationWidth()
  const workspaceChanges = useWorkspaceChanges()
  // Loads the workspace even if the page doesn't need it, because its name is shown here.
  useQuery({ queryKey: ['current-workspace'], queryFn: () => currentWorkspaceId('settingsFailed') })
  const [isMoreOpen, setIsMoreOpen] = useState(false)
  const [lastPath, setLastPath] = useState(pathname)
  if (pathname !== lastPath) {
    setLastPath(pathname)
    setIsMoreOpen(false)
  }
  // A conversation fills a phone, and leads back to the list.
  const hasPhoneBars = !/^\/dashboard\/conversations\/./.test(pathname)
  const email = session.status === 'signed-in' || session.status === 'expired' ? session.user.email : ''

  return (
    <div
      className={clsx(
        'min-h-dvh text-sm [--sheet-left:var(--navigation-width)] md:flex',
        sheetAfter[ritaPanel(location)],
        isCollapsed ? '[--navigation-width:3.5rem]' : '[--navigation-width:14.5rem]',
      )}
    >
      <SkipLink />
      <SideNavigation
        email={email}
        isCollapsed={isCollapsed}
        onToggle={toggle}
        onSignOut={() => void signOutAndLeave()}
      />
      {hasPhoneBars ? (
        <PhoneHeader email={email} isMoreOpen={isMoreOpen} onMore={() => setIsMoreOpen(!isMoreOpen)} />
      ) : null}
      <main
        id="content"
        tabIndex={-1}
        className={clsx(
          'min-w-0 flex-1 bg-surface outline-none max-md:min-h-[calc(100dvh-3.25rem)] md:my-(--sheet-inset) md:mr-(--sheet-inset) md:min-h-(--sheet-height) md:rounded-card',
          hasPhoneBars && 'max-md:pb-24',
        )}
      >
        <Outlet key={workspaceChanges} />
      </main>
      <SheetFrame />
      {hasPhoneBars ? (
        <PhoneBar
          email={email}
          isMoreOpen={isMoreOpen}
          onMoreChange={setIsMoreOpen}
          onSignOut={() => void signOutAndLeave()}
        />
      ) : null}
    </div>
  )
}

/** Where the sheet begins beside Rita's panel, also before the panel's code has loaded. */
const sheetAfter = {
  none: '',
  wide: 'lg:[--sheet-left:calc(var(--navigation-width)+11.5rem)]',
  icons: 'lg:[--sheet-left:calc(var(--navigation-width)+57px)]',
} as const

/** The sheet's hairline and rounded corners; what scrolls past its ends goes under the page's colour. */
function SheetFrame() {
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed inset-y-(--sheet-inset) right-(--sheet-inset) left-(--sheet-left) z-20 hidden rounded-card [clip-path:inset(-20px_-20px_-20px_-1px)] shadow-[0_0_0_1px_var(--line),0_0_0_20px_var(--page)] md:block"
    />
  )
}

function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only z-70 rounded-control bg-text px-3 py-2 text-page focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
    >
      Skip to the content
    </a>
  )
}
