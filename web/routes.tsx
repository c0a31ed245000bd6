import { redirectDocument, type RouteObject } from 'react-router'

import { RouteError } from './layout/route-error.tsx'
import { RouteSkeleton } from './layout/route-skeleton.tsx'
import { agentRoutes } from './pages/agent-routes.tsx'
import { settingsRoutes } from './pages/settings-routes.tsx'
import { ritaRoutes } from './pages/rita-routes.tsx'
import { arrivalPath } from './lib/catch-arrival.ts'

/** Every address of the application (spec §2). Pages load when they are first visited. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteError,
    HydrateFallback: RouteSkeleton,
    children: [
      // The landing page is a separate document, rendered by the build (landing.html).
      { path: '/', loader: () => redirectDocument('/') },
      { path: '/login', lazy: async () => ({ Component: (await import('./pages/login-page.tsx')).LoginPage }) },
      { path: '/signup', lazy: async () => ({ Component: (await import('./pages/signup-page.tsx')).SignupPage }) },
      {
        path: '/onboarding',
        lazy: async () => ({ Component: (await import('./pages/onboarding-page.tsx')).OnboardingPage }),
      },
      {
        path: '/login/verify',
        lazy: async () => ({ Component: (await import('./pages/second-factor-page.tsx')).SecondFactorPage }),
      },
      {
        path: '/forgot-password',
        lazy: async () => ({ Component: (await import('./pages/forgot-password-page.tsx')).ForgotPasswordPage }),
      },
      {
        path: '/reset-password',
        lazy: async () => ({ Component: (await import('./pages/new-password-page.tsx')).ResetPasswordPage }),
      },
      {
        path: '/set-password',
        lazy: async () => ({ Component: (await import('./pages/new-password-page.tsx')).SetPasswordPage }),
      },
      { path: arrivalPath, lazy: async () => ({ Component: (await import('./pages/arrival-page.tsx')).ArrivalPage }) },
      {
        path: '/invitations/:token',
        lazy: async () => ({ Component: (await import('./pages/invitation-page.tsx')).InvitationPage }),
      },
      { path: '/terms', lazy: async () => ({ Component: (await import('./pages/terms-page.tsx')).TermsPage }) },
      { path: '/privacy', lazy: async () => ({ Component: (await import('./pages/privacy-page.tsx')).PrivacyPage }) },
      {
        path: '/dashboard',
        lazy: async () => ({ Component: (await import('./layout/signed-in-area.tsx')).SignedInArea }),
        children: [
          {
            lazy: async () => ({ Component: (await import('./layout/dashboard-layout.tsx')).DashboardLayout }),
            children: [
              { index: true, lazy: async () => ({ Component: (await import('./pages/home-page.tsx')).HomePage }) },
              { path: 'demos', lazy: async () => ({ Component: (await import('./pages/demos-page.tsx')).DemosPage }) },
              {
                path: 'recordings',
                lazy: async () => ({ Component: (await import('./pages/recordings-page.tsx')).RecordingsPage }),
              },
              {
                path: 'demos/import/:sessionId',
                lazy: async () => ({ Component: (await import('./pages/import-page.tsx')).ImportPage }),
              },
              {
                path: 'demos/:demoId/recapture/:freshId',
                lazy: async () => ({ Component: (await import('./pages/recapture-page.tsx')).RecapturePage }),
              },
              {
                path: 'agents',
                lazy: async () => ({ Component: (await import('./pages/agents-page.tsx')).AgentsPage }),
              },
              agentRoutes,
              ...['analytics', 'demos/:demoId/analytics'].map((path) => ({
                path,
                lazy: async () => ({ Component: (await import('./pages/analytics-page.tsx')).AnalyticsPage }),
              })),
              ...['conversations', 'conversations/:conversationId'].map((path) => ({
                path,
                lazy: async () => ({
                  Component: (await import('./pages/conversations-page.tsx')).ConversationsPage,
                }),
              })),
              ritaRoutes,
              { path: 'leads', lazy: async () => ({ Component: (await import('./pages/leads-page.tsx')).LeadsPage }) },
              {
                path: 'leads/:leadId',
                lazy: async () => ({ Component: (await import('./pages/lead-page.tsx')).LeadPage }),
              },
              { path: 'help', lazy: async () => ({ Component: (await import('./pages/help-page.tsx')).HelpPage }) },
              {
                path: 'feedback',
                lazy: async () => ({ Component: (await import('./pages/feedback-page.tsx')).FeedbackPage }),
              },
              settingsRoutes,
              {
                path: 'account',
                lazy: async () => ({ Component: (await import('./pages/account-page.tsx')).AccountPage }),
              },
            ],
          },
          {
            path: 'demos/:demoId',
            lazy: async () => ({ Component: (await import('./pages/viewer-page.tsx')).ViewerPage }),
          },
          {
            path: 'demos/:demoId?/present',
            lazy: async () => ({ Component: (await import('./pages/presenter-page.tsx')).PresenterPage }),
          },
          {
            path: 'demos/:demoId?/edit',
            lazy: async () => ({ Component: (await import('./pages/editor-page.tsx')).EditorPage }),
          },
        ],
      },
      ...(import.meta.env.DEV
        ? [{ path: '/ui', lazy: async () => ({ Component: (await import('./pages/ui-page.tsx')).UiPage }) }]
        : []),
      { path: '*', loader: () => redirectDocument('/') },
    ],
  },
]
