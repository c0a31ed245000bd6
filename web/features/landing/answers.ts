/** The questions of spec §1, with answers for this release. */
export const answers: readonly { readonly question: string; readonly answer: string }[] = [
  {
    question: 'How does the agent work?',
    answer:
      'It knows one thing: the demo you made. It greets the visitor, says that it is an AI, presents step by step, and answers questions from your notes. Every answer names the step it comes from and takes the visitor there. When your notes don’t hold the answer, it says so.',
  },
  {
    question: 'What do people use it for?',
    answer:
      'Demos on a website that answer back, follow-up after a sales call, onboarding of new customers, and training a team on a new release.',
  },
  {
    question: 'When does a person take over?',
    answer:
      'When the agent can’t answer, it says so plainly instead of guessing. You can read every conversation word for word in your dashboard and take over from there.',
  },
  {
    question: 'What can I customise?',
    answer:
      'The steps, their order, where to click, titles and notes. What the agent says comes from your notes, so you change its words by changing yours.',
  },
  {
    question: 'Does it work with my CRM, team chat and scheduler?',
    answer:
      'A demo is a link and a snippet, so it goes wherever those go: into a CRM sequence, a chat message, a scheduling page. Your data is in PostgreSQL with documented tables, for your own integrations.',
  },
  {
    question: 'Can I get started on my own?',
    answer:
      'Yes. Sign up, record your app with the browser extension or drop in screenshots, and share the link. No sales call.',
  },
  {
    question: 'Where is my data?',
    answer:
      'On the server that runs Understudy, which can be your own. Who may see what is enforced in the database. A demo can only be opened by its link, and you can switch the link off. What is typed into password and card fields is never recorded.',
  },
  {
    question: 'What does it cost?',
    answer:
      'Understudy is open source under the MIT licence. Running it yourself costs what your server costs. The built-in agent needs no key of any AI provider.',
  },
  {
    question: 'How is it different from other interactive demo tools?',
    answer:
      'Others show a visitor where to click. Understudy also presents and answers, cites the step it answers from, and admits what it doesn’t know. And it runs on your own machine, with your data in your own database.',
  },
]
