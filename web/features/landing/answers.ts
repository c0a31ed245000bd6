/** The questions of spec §1, with answers for this release. */
export const answers: readonly { readonly question: string; readonly answer: string }[] = [
  {
    question: 'How does the agent work?',
    answer:
      'It reads your steps and notes, and whatever else you teach it. It finds the passage that answers the question, shows the step and quotes it. If there is none, it says so and offers a person.',
  },
  {
    question: 'What do people use it for?',
    answer: 'Their website, follow-up after a sales call, onboarding of new customers, and training on a new release.',
  },
  {
    question: 'When does a person take over?',
    answer:
      'When the visitor asks, when the agent doesn’t know, or when you step in. You join the same conversation, at the step the visitor is looking at, and hand it back when you are done.',
  },
  {
    question: 'What can I customise?',
    answer:
      'Everything a visitor sees and hears: layout, colours, logo and font of the player; name, voice, greeting and sales process of the agent; and what it must never say.',
  },
  {
    question: 'Does it work with my CRM, team chat and scheduler?',
    answer:
      'Yes. New leads and meetings are posted to Slack, or as signed webhooks to Zapier, Make, n8n or your own server, and from there to your CRM. The agent books into the free hours of your calendars. Leads can be exported as CSV.',
  },
  {
    question: 'Can I get started on my own?',
    answer:
      'Yes. Sign up, record your app with the browser extension or drop in screenshots, and share the link. No sales call.',
  },
  {
    question: 'Where is my data?',
    answer:
      'On the server that runs Understudy, which can be your own: in one folder, or in your PostgreSQL and S3. The database itself decides who may see what. Text typed into password and card fields is never recorded.',
  },
  {
    question: 'What does it cost?',
    answer:
      'Nothing: it is open source under the MIT licence, with every feature. You pay for your server. The built-in agent needs no key of any AI provider.',
  },
  {
    question: 'How is it different from other interactive demo tools?',
    answer:
      'Others show a visitor where to click. Understudy also presents and answers, cites the step it answers from, and admits what it doesn’t know. And it runs on your own machine, with your data in your own database.',
  },
]
