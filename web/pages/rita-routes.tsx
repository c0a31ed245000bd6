import { redirect, type RouteObject } from 'react-router'

import type { RitaPendingPageProps } from './rita-pending-page.tsx'

/** The sales-associate area (spec §2), a chunk of its own. */
export const ritaRoutes: RouteObject = {
  path: 'rita',
  lazy: async () => ({ Component: (await import('../layout/rita-layout.tsx')).RitaLayout }),
  children: [
    { index: true, loader: () => redirect('/dashboard/rita/home') },
    { path: 'home', lazy: async () => ({ Component: (await import('./rita-home-page.tsx')).RitaHomePage }) },
    { path: 'performance', lazy: async () => ({ Component: (await import('./rita-inbox-page.tsx')).RitaInboxPage }) },
    pending('campaign', {
      title: 'Campaign',
      text: 'A sequence of messages to people who saw a demo.',
      empty: {
        title: 'No campaigns yet',
        text: 'A campaign starts from the people who came. See who that is.',
        to: '/dashboard/analytics',
        label: 'See your visitors',
      },
    }),
    pending('inbox', {
      title: 'Connected Accounts',
      text: 'Mailboxes and calendars Rita may use.',
      empty: {
        title: 'No accounts connected',
        text: 'This version connects none. Mail leaves through the mail server of this installation.',
        to: '/dashboard/settings',
        label: 'Go to settings',
      },
    }),
    pending('output', {
      title: 'Output',
      text: 'What Rita wrote, before it is sent.',
      empty: {
        title: 'Nothing written yet',
        text: 'What your agent said to visitors stands in its conversations.',
        to: '/dashboard/conversations',
        label: 'Read conversations',
      },
    }),
    pending('settings', {
      title: 'Settings',
      text: 'How Rita speaks and when.',
      empty: {
        title: 'Rita speaks as your agent does',
        text: 'Name, voice, personality and sales process are set once, for both.',
        to: '/dashboard/agents',
        label: 'Set up the agent',
      },
    }),
  ],
}

function pending(path: string, props: RitaPendingPageProps): RouteObject {
  return {
    path,
    lazy: async () => {
      const { RitaPendingPage } = await import('./rita-pending-page.tsx')
      return { element: <RitaPendingPage {...props} /> }
    },
  }
}
