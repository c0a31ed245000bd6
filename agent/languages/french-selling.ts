import type { Wordings } from '../wordings.ts'

/* What the agent says in French about objections, buying and people, and in reply to remarks. */

const acknowledgements: Readonly<Record<Parameters<Wordings['selling']['acknowledge']>[0], readonly string[]>> = {
  price: ['Je comprends, il faut que cela en vaille la peine.', 'C’est un point légitime.'],
  timing: ['Bien sûr, prenez votre temps.', 'Rien ne presse.'],
  competitor: ['Comparer est une bonne chose.', 'Bien, vous connaissez donc le marché.'],
  security: ['C’est une inquiétude légitime.', 'Vous avez raison d’être prudents.'],
  authority: ['Bien sûr, cela se décide ensemble.', 'Je vois, d’autres ont leur mot à dire.'],
  need: ['Je comprends, tout le monde n’en a pas besoin.', 'Je vois, il faut que le changement en vaille la peine.'],
  'send-something': ['Bonne idée.', 'Bien sûr, c’est mieux par écrit.'],
  'just-looking': ['Regardez tranquillement.', 'Allez-y, regardez tout ce que vous voulez.'],
}

const honest: Readonly<Record<Parameters<Wordings['selling']['honest']>[0], readonly string[]>> = {
  price: [
    'Je ne peux pas changer les prix, mais l’équipe peut en parler avec vous.',
    'Pour les prix, le mieux est d’en parler avec l’équipe.',
  ],
  timing: ['Je suis là si une question se présente.', 'La démo reste ouverte pour vous.'],
  competitor: [
    'Je ne connais que ce produit, je ne peux donc pas comparer équitablement.',
    'Mes notes ne comparent pas, et je ne vais rien inventer.',
  ],
  security: [
    'Mes notes n’en disent pas assez pour que je promette quoi que ce soit.',
    'Je ne veux rien promettre qui ne soit pas dans mes notes.',
  ],
  authority: [
    'Partagez cette page ; ils pourront m’interroger aussi.',
    'Chacun peut poser ses propres questions sur cette page.',
  ],
  need: ['Je ne vais pas essayer de vous convaincre à tout prix.', 'Vous savez mieux que moi ce qu’il vous faut.'],
  'send-something': ['Je ne peux rien envoyer d’ici, mais l’équipe le peut.', 'L’équipe peut vous l’envoyer.'],
  'just-looking': ['Je suis là si vous avez une question.', 'Je me tais jusqu’à votre question.'],
}

const questions: Readonly<Record<Parameters<Wordings['selling']['question']>[0], readonly string[]>> = {
  price: ['Qu’est-ce qui le rendrait rentable pour vous ?', 'À quoi le comparez-vous ?'],
  timing: ['Que faudrait-il d’abord ?', 'Quel serait un meilleur moment ?'],
  competitor: ['Qu’appréciez-vous dans votre solution actuelle ?', 'Que vous manque-t-il aujourd’hui ?'],
  security: ['Que faudrait-il pour vous rassurer ?', 'Y a-t-il un point précis qui vous inquiète ?'],
  authority: ['Que voudraient-ils savoir en premier ?', 'Qui d’autre devrait la voir ?'],
  need: ['Comment faites-vous aujourd’hui ?', 'Qu’est-ce qui vous prend le plus de temps aujourd’hui ?'],
  'send-something': ['À quelle adresse e-mail faut-il l’envoyer ?', 'Où l’équipe peut-elle l’envoyer ?'],
  'just-looking': ['Qu’est-ce qui a éveillé votre curiosité ?', 'Cherchez-vous quelque chose de précis ?'],
}

export const frenchSelling: Wordings['selling'] = {
  ask: {
    'default-need': 'Qu’aimeriez-vous résoudre avec cet outil ?',
    'default-size': 'Combien de personnes l’utiliseraient ?',
    'default-timeline': 'Quand aimeriez-vous commencer ?',
    'default-role': 'Quel est votre rôle dans la décision ?',
    'default-budget': 'Un budget est-il prévu pour cela ?',
  },
  colleague: 'Mon collègue',
  teamsAnswer: 'La réponse de l’équipe',
  noted: (reply, facts) => `${reply} : ${facts}.`,
  heard: () => ['Je vois.', 'D’accord, je vois.', 'C’est entendu.'],
  invite: () => ['Que souhaitez-vous voir ou demander ?', 'Que puis-je vous montrer ?'],
  noteFits: (note) => [`Ceci peut vous aider : « ${note} »`, `Mes notes disent à ce sujet : « ${note} »`],
  hard: () => ['C’est sûrement pénible.', 'Ça n’a pas l’air simple.'],
  met: (name) => `Bonjour, ${name}.`,
  stepFits: (step) => `Pour cela, voyez peut-être ${step}.`,
  stepsFit: () => [
    'L’une des étapes ci-dessous peut vous aider.',
    'Ces étapes en parlent peut-être.',
    'Peut-être l’une de ces étapes vous aidera-t-elle.',
  ],
  refused: () => ['Bien sûr, vous n’êtes pas obligé de le dire.', 'Pas de souci, gardez-le pour vous.'],
  acknowledge: (kind) => acknowledgements[kind],
  honest: (kind) => honest[kind],
  question: (kind) => questions[kind],
  ownWay: (isPast) =>
    isPast
      ? ['Je vois. Qu’est-ce qui doit être mieux cette fois ?', 'C’est bon à savoir. Qu’est-ce qui vous manquait ?']
      : [
          'Je vois, c’est ainsi que vous faites. Qu’est-ce qui prend le plus de temps ?',
          'C’est bon à savoir. Qu’est-ce qui vous gêne le plus ?',
        ],
  cheaperElsewhere: () => [
    'Merci de votre franchise. Que comprend leur prix ?',
    'Je comprends. Qu’obtenez-vous là-bas pour ce prix ?',
  ],
  betterThisTime: () => ['Qu’est-ce qui doit aller mieux cette fois ?', 'Que ne voulez-vous plus jamais revivre ?'],
  badPast: () => [
    'C’est dommage. Qu’est-ce qui n’allait pas ?',
    'C’est frustrant. Qu’est-ce qui vous a le plus déçu ?',
  ],
  ringing: () => [
    'J’appelle quelqu’un de l’équipe. Continuez à poser vos questions en attendant.',
    'J’appelle l’équipe ; nous pouvons continuer en attendant.',
  ],
  stillRinging: () => [
    'J’appelle toujours l’équipe ; personne n’a encore répondu.',
    'Ça sonne encore. Un instant, s’il vous plaît.',
  ],
  nobody: () => [
    'Personne n’est libre pour l’instant, mais l’équipe peut vous rappeler.',
    'Je n’ai joint personne pour l’instant. L’équipe peut revenir vers vous.',
  ],
  whenToCall: () => [
    'Quand peut-on vous appeler, et à quel numéro ou à quelle adresse ?',
    'Quel moment vous convient, et comment vous joindre ?',
  ],
  calledThen: () => ['Je demande à l’équipe de vous appeler à ce moment-là.', 'Je transmets cet horaire à l’équipe.'],
  noteForCaller: () => ['Je le transmets aussi.', 'Je le note pour la personne qui vous appellera.'],
  timeNoted: (when) => [`C’est noté : ${when}.`, `Très bien, ${when}.`],
  whereToCall: () => [
    'Et à quel numéro ou à quelle adresse e-mail peut-on vous joindre ?',
    'Où vous joindre : un numéro ou une adresse ?',
  ],
  whichNumber: () => ['À quel numéro l’équipe doit-elle vous appeler ?', 'Quel numéro faut-il composer ?'],
  callBackNoted: (when, reachAt) => [
    when === ''
      ? `C’est noté : l’équipe vous contactera au ${reachAt}.`
      : `C’est noté : l’équipe vous contactera au ${reachAt}, ${when}.`,
    `J’ai transmis : ${[reachAt, when].filter((part) => part !== '').join(', ')}.`,
  ],
  noCallBack: () => ['Très bien, pas de rappel.', 'Pas de souci, personne n’appellera.'],
  back: (name) => [`Me revoilà ; ${name} est parti.`, `${name} m’a rendu la parole.`],
  offerPerson: () => [
    'Voulez-vous que j’appelle quelqu’un de l’équipe ?',
    'Souhaitez-vous en parler avec une personne ?',
  ],
  buy: () => ['Ravi de l’entendre.', 'Très bien.'],
  cannotSell: () => ['Je ne peux pas vous inscrire ici, mais l’équipe le peut.', 'L’équipe prend le relais.'],
  teamWrites: () => [
    'Je n’ai ni adresse ni numéro à donner ici, mais l’équipe peut vous écrire.',
    'L’équipe peut vous écrire ; je n’ai pas d’adresse à communiquer.',
  ],
  leaveAddress: () => ['À quelle adresse e-mail peut-on vous joindre ?', 'Où l’équipe peut-elle vous écrire ?'],
  addressKnown: (address) => [`L’équipe a votre adresse, ${address}.`, `L’équipe peut écrire à ${address}.`],
  slower: () => ['Je vais en dire moins à la fois ; tout reste écrit ici.', 'D’accord, une phrase à la fois.'],
}

export const frenchRemarks: Wordings['remarks'] = {
  identity: (name) => [
    `Je suis ${name}, l’assistant IA de cette démo, et je réponds uniquement d’après ses notes.`,
    `${name}, une IA. Je ne sais que ce que disent les notes de cette démo.`,
  ],
  away: () => ['Bien sûr, je reste là.', 'Pas de problème, prenez votre temps.'],
  welcomeBack: () => ['Content de vous retrouver.', 'Vous revoilà, tant mieux.'],
  letdown: () => ['C’est dommage, j’en suis désolé.', 'Je suis désolé que cela ne corresponde pas à vos attentes.'],
  whatIsMissing: () => [
    'Que devrait-il savoir faire pour vous ?',
    'Est-ce indispensable, ou autre chose compte-t-il davantage ?',
  ],
  scepticism: () => ['Un peu de doute est sain.', 'Vous avez raison d’être sceptique.'],
  judgeYourself: () => [
    'Regardez les étapes et jugez par vous-même.',
    'Interrogez-moi sur n’importe quel détail, et jugez.',
  ],
  newcomer: () => ['Bienvenue. Aucune question n’est trop simple ici.', 'Alors allons-y pas à pas.'],
  maker: () => [
    'Mes notes ne disent pas qui exactement. La démo est celle de l’équipe, je n’en suis que l’assistant.',
    'Je ne sais pas ; la page est celle de l’équipe, je ne fais qu’assister.',
  ],
  worry: () => ['Je comprends votre crainte.', 'C’est une crainte légitime.', 'Je comprends que vous hésitiez.'],
  easesWorry: () => ['Qu’est-ce qui vous rassurerait ?', 'Que voudriez-vous voir d’abord ?'],
  hurry: () => [
    'Alors je serai bref. Qu’est-ce qui compte le plus pour vous ?',
    'D’accord, en bref. Que voulez-vous savoir ?',
  ],
  apology: () => ['Ne vous excusez pas, je vous comprends bien.', 'Ce n’est rien du tout.'],
  joy: () => ['Toutes mes félicitations !', 'Quelle bonne nouvelle, félicitations !'],
  sorrow: () => ['J’en suis désolé.', 'J’en suis désolé, ce doit être difficile.'],
  mayAsk: () => ['Bien sûr. Que voulez-vous savoir ?', 'Avec plaisir, je vous écoute.'],
  here: (step) => [`Vous voyez ${step}.`, `À l’écran : ${step}.`],
  recall: (told) =>
    told === ''
      ? ['Vous ne m’avez encore rien dit sur vous.', 'Je ne sais rien de vous pour l’instant.']
      : [`Voici ce que j’ai noté de vous : ${told}.`, `Voici ce que vous m’avez dit : ${told}.`],
  instructions: () => [
    'Je présente cette démo et réponds d’après ses notes ; rien d’autre.',
    'Je m’en tiens à cette démo et à ses notes.',
    'Cela ne fait pas partie de mon rôle ici.',
  ],
  progress: (step, count) => [`Vous voyez l’étape ${step} sur ${count}.`, `C’est l’étape ${step} sur ${count}.`],
  duration: (minutes) => {
    const time = minutes === 1 ? 'environ une minute' : `environ ${minutes} minutes`
    return [`La démo dure ${time}, et vous pouvez tout sauter.`, `Sans les questions, ${time}.`]
  },
  contents: (demo, titles) => [`${demo} vous montre : ${titles}.`, `Dans ${demo}, vous verrez : ${titles}.`],
  allSaid: (step) => [
    `C’est tout ce que disent mes notes sur l’étape ${step}.`,
    `Je n’ai rien de plus sur l’étape ${step}.`,
  ],
  source: (step) => [
    `Je l’ai lu dans les notes de l’étape ${step}, qui est à l’écran.`,
    `C’est mot pour mot dans les notes de l’étape ${step}.`,
  ],
  askDifferently: () => [
    'Je vous ai peut-être mal compris. Pouvez-vous le dire autrement ?',
    'Pouvez-vous reformuler ?',
  ],
  unclear: () => [
    'Je n’ai pas compris. Précisez en quelques mots, ou dites « suivant ».',
    'Pouvez-vous en dire un peu plus ? Interrogez-moi sur ce que vous voyez ici.',
  ],
  missed: () => [
    'Je suis désolé. Mes notes n’ont donc pas la réponse, et je ne veux pas deviner.',
    'Désolé, c’est ce que mes notes ont de mieux.',
  ],
  erased: () => ['C’est supprimé.', 'Voilà, c’est effacé.'],
  erase: () => [
    'Je ne peux pas l’effacer moi-même, mais l’équipe de cette démo le peut et verra votre demande.',
    'Votre demande d’effacement est notée pour l’équipe.',
  ],
  keepsAddress: () => [
    'Vous n’êtes pas obligé d’en laisser une. Posez vos questions sans.',
    'Pas de souci, il n’en faut pas pour poser une question.',
  ],
  wrongAddress: () => [
    'Envoyez-moi alors la bonne adresse e-mail, s’il vous plaît.',
    'Écrivez la bonne adresse e-mail, s’il vous plaît.',
  ],
  brokenAddress: () => [
    'Cela ne ressemble pas à une adresse entière, comme nom@entreprise.fr. Réessayez, s’il vous plaît.',
    'Il manque quelque chose dans cette adresse. Écrivez-la encore une fois.',
  ],
  insult: () => [
    'Je suis désolé que ce ne soit pas ce que vous espériez. Dites-moi ce que vous voulez voir, ou choisissez « Une personne ».',
    'Je comprends, et j’en suis désolé. Je me tais jusqu’à votre question.',
  ],
  closest: (subject) => [`Voici ce que disent mes notes sur ${subject} :`, `Sur ${subject}, mes notes disent :`],
  notesIn: (language, step) => [
    `Mes notes sont en ${language}, je ne peux donc pas les citer ici. Peut-être que ${step} vous aidera.`,
    `Je n’ai là-dessus que des notes en ${language} ; ${step} peut aider.`,
  ],
  authorHasAddress: () => [
    'L’équipe a votre adresse grâce à cette conversation.',
    'L’équipe peut vous écrire à l’adresse laissée.',
  ],
}

export const frenchManners: Wordings['manners'] = {
  professional: {
    acknowledgements: [],
    thanks: ['Je vous en prie.', 'Avec plaisir.', 'C’est normal.'],
    praise: ['Ravi de l’entendre.', 'Merci beaucoup.'],
    told: ['C’est noté, merci.', 'Compris.', 'Merci, cela m’aide.'],
    wellBeing: ['Tout va bien, merci. Que souhaitez-vous savoir ?'],
    smallTalk: ['En effet. Revenons à la démo quand vous voulez.', 'Tout à fait. Que souhaitez-vous savoir ?'],
    amusement: ['C’est de bonne guerre.', 'Je vois.', 'C’est bien dit.'],
    sympathy: ['J’imagine bien.', 'Je vous crois.', 'Ce sont des choses qui arrivent.'],
    unsure: (title) => [
      `Je ne suis pas certain que cela réponde : le plus proche est ${title}.`,
      `Je n’ai pas de réponse claire. Le plus proche est ${title}.`,
      `C’est peut-être dans ${title}, mais je ne peux pas l’affirmer.`,
    ],
  },
  friendly: {
    acknowledgements: ['Bonne question.', 'Je vous explique volontiers.'],
    thanks: ['Avec grand plaisir !', 'Quand vous voulez.', 'Ravi d’aider.'],
    praise: ['Content que cela vous plaise.', 'C’est agréable à entendre.'],
    told: ['Merci, c’est bon à savoir.', 'C’est noté, cela m’aide beaucoup.', 'Merci de me le dire.'],
    wellBeing: ['Je vais bien, merci. Que puis-je vous montrer ?'],
    smallTalk: ['Ha ! Je suis tout ouïe pour vos questions aussi.', 'C’est bien vrai. Que puis-je vous montrer ?'],
    amusement: ['Ha, c’est de bonne guerre.', 'Ha, bien dit.', 'Ha, ça me plaît.'],
    sympathy: ['Oh, j’imagine bien.', 'Je vous crois.', 'Ça arrive aux meilleurs.'],
    unsure: (title) => [
      `Je ne suis pas certain que cela réponde : ${title} est ce que j’ai de plus proche.`,
      `Je regarderais ${title}, sans être sûr que ce soit ce que vous cherchez.`,
      `Hmm, je ne suis pas sûr. Vous le trouverez peut-être dans ${title}.`,
    ],
  },
  consultative: {
    acknowledgements: ['Bon point à vérifier.', 'C’est utile à savoir.'],
    thanks: ['Je vous en prie.', 'Ravi que ce soit utile.', 'Bien sûr.'],
    praise: ['Bien, cela pourrait donc convenir.', 'Ravi que cela vous parle.'],
    told: ['Cela m’aide à comprendre, merci.', 'Je vois, merci.', 'C’est logique.'],
    wellBeing: ['Bien, merci. Qu’est-ce qui vous serait le plus utile ?'],
    smallTalk: [
      'C’est vrai. Qu’est-ce qui vous amène aujourd’hui ?',
      'Je comprends. Qu’est-ce qui vous serait le plus utile ?',
    ],
    amusement: ['C’est de bonne guerre.', 'Je vois.', 'C’est bien dit.'],
    sympathy: ['J’imagine bien.', 'Je vous crois.', 'Ce sont des choses qui arrivent.'],
    unsure: (title) => [
      `Je ne suis pas certain que cela réponde : ${title} s’en approche le plus.`,
      `Cela dépend de ce que vous entendez ; le plus proche est ${title}.`,
      `Je ne peux pas l’affirmer. Regarder ${title} pourrait aider.`,
    ],
  },
  enthusiastic: {
    acknowledgements: ['Excellente question !', 'Content que vous posiez la question !'],
    thanks: ['Mais avec grand plaisir !', 'Avec joie !', 'Toujours un plaisir !'],
    praise: ['Ça fait vraiment plaisir !', 'Ravi que vous le pensiez !'],
    told: ['Super, merci de me le dire !', 'Parfait, cela m’aide !', 'Bon à savoir !'],
    wellBeing: ['Je vais très bien, merci ! Que regardons-nous ?'],
    smallTalk: ['Ha ! Voyons ce que je peux encore vous montrer.', 'J’adore ! Que regardons-nous ?'],
    amusement: ['Ha, c’est de bonne guerre !', 'Ha, bien dit !', 'Ha, j’adore !'],
    sympathy: ['Oh, j’imagine bien !', 'Je vous crois !', 'Ça arrive aux meilleurs !'],
    unsure: (title) => [
      `Je ne suis pas certain que cela réponde : ${title} semble le plus proche !`,
      `Pas sûr, mais ce pourrait être ${title}.`,
      `Je ne peux rien promettre, mais ${title} vaut le coup d’œil !`,
    ],
  },
}
