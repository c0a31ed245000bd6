import type { PresentedDemo, PresentingAgent } from '../knowledge.ts'

/** A demo of a fictional reporting product, with facts that are easy to ask for and easy to confuse. */
export const reportingDemo: PresentedDemo = {
  name: 'Ledgerline reports',
  description: 'Ledgerline turns invoices into reports that finance teams can share.',
  steps: [
    {
      title: 'Open the dashboard',
      description: 'The dashboard shows revenue for the last 30 days. Every tile can be opened for its invoices.',
    },
    {
      title: 'Click "Connect bank"',
      description:
        'Ledgerline reads statements from Deutsche Bank, ING and Revolut. The connection is read-only, so money can never be moved.',
    },
    {
      title: 'Invite a colleague',
      description:
        'Invite colleagues by e-mail. The team plan includes 5 seats, and the business plan includes 25 seats and single sign-on with Okta.',
    },
    {
      title: 'Schedule an export',
      description:
        'Exports run every night at 02:00 UTC. They are kept for 90 days and can be downloaded as CSV or Parquet files.',
    },
    {
      title: 'Set a budget alert',
      description: 'An alert is sent when spending passes 80% of the budget. Alerts go to Slack or by e-mail.',
    },
    {
      title: 'Choose a plan',
      description:
        'The team plan costs $29 a month. The business plan costs $99 a month. Both can be cancelled at any time, to the end of the month.',
    },
    {
      title: 'Click "Audit log"',
      description: 'The audit log lists who changed what, for one year. Entries are encrypted with AES-256.',
    },
    { title: 'Click "Finish"', description: null },
  ].map((step, index) => ({
    ...step,
    id: `00000000-0000-4000-8000-00000000000${index + 1}`,
    order: index + 1,
  })),
}

export const plainAgent: PresentingAgent = {
  name: 'Leo',
  personality: 'professional',
  welcomeMessage: null,
  demoScript: null,
  takesMeetings: false,
}
