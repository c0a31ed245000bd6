import { withZone } from '../wording.ts'
import type { Wordings } from '../wordings.ts'
import { frenchManners, frenchRemarks, frenchSelling } from './french-selling.ts'
import { listWith } from './list-with.ts'

/* What the agent says in French, with “vous”. */

const plain: Wordings['plain'] = {
  disclosure: (name) => [`Je suis ${name}, un assistant IA.`],
  greeting: (demo, steps) => [
    steps === 1 ? `Je peux vous montrer ${demo} en une étape.` : `Je peux vous montrer ${demo} en ${steps} étapes.`,
  ],
  mayStart: () => ['Je commence ?', 'Voulez-vous que je commence par la première étape ?'],
  localTime: (place) => `heure ${/^[AEIOUYÀÉÈH]/i.test(place) ? 'd’' : 'de '}${place}`,
  resume: (step) => [
    'Je continue ?',
    `Je reprends à l’étape ${step} ?`,
    'On continue ?',
    'Voulez-vous que je continue ?',
    `On revient à l’étape ${step} ?`,
  ],
  thisDemo: 'cette démo',
  askPrice: 'Combien cela coûte-t-il ?',
  askAbout: (title) => `Que montre « ${title} » ?`,
  stepScript: (step) => `Voici l’étape ${step}.`,
  stepNamed: (step, title) => (title === '' ? `l’étape ${step}` : `l’étape ${step} (« ${title} »)`),
  titleOnly: (step) => `C’est ${step}. Il n’y a pas de notes, seulement l’écran.`,
  titleNear: (step) => [
    `Le plus proche est ${step}, sans notes ; vous pouvez l’ouvrir.`,
    `Ce que je peux montrer de plus proche, c’est ${step} ; il n’y a pas de notes.`,
  ],
  noNotes: () => [
    'Les écrans ne le disent pas, et cette démo n’a pas de notes.',
    'Cette démo montre ses écrans sans notes, je ne peux donc pas le dire.',
  ],
  moreSteps: (count) => (count === 1 ? '1 autre étape' : `${count} autres étapes`),
  anythingElse: () => [
    'Que souhaitez-vous savoir d’autre ?',
    'Avez-vous une autre question ?',
    'Que puis-je encore chercher pour vous ?',
    'Puis-je vous montrer autre chose ?',
  ],
  check: () => ['Des questions jusqu’ici ?', 'Est-ce clair jusqu’ici ?', 'Une question avant que je continue ?'],
  wrap: (demo) => [`C’était ${demo}.`, 'C’était la dernière étape.', `Nous revoilà à la fin de ${demo}.`],
  lacks: (name) => [
    `Mes notes ne mentionnent pas ${name}.`,
    `Il n’y a rien sur ${name} dans mes notes.`,
    `Je n’ai rien sur ${name} dans mes notes.`,
  ],
  closestBelow: () => ['Le plus proche est ci-dessous.', 'Ci-dessous, ce qui s’en approche le plus.'],
  unknown: () => [
    'Mes notes ne contiennent pas cette information.',
    'Mes notes ne disent rien à ce sujet.',
    'Ce n’est pas dans mes notes, et je préfère ne pas deviner.',
    'Je ne trouve pas de réponse dans les notes de cette démo.',
  ],
  unknownNoted: (hasAddress) =>
    hasAddress
      ? ['J’ai noté votre question pour l’équipe, qui a votre adresse e-mail.', 'L’équipe verra votre question.']
      : [
          'J’ai noté votre question pour l’équipe. Pour une réponse, laissez votre adresse e-mail.',
          'L’équipe verra votre question.',
        ],
  askAuthor: () => [
    'Si vous souhaitez une réponse de l’équipe, laissez votre adresse e-mail ici.',
    'Laissez votre adresse e-mail ici, et l’équipe pourra vous écrire.',
  ],
  robot: () => [
    'Je suis un assistant IA, pas une personne.',
    'Je suis une IA qui présente cette démo.',
    'Toujours une IA : personne ne tape ici.',
  ],
  contact: () => ['Merci, j’ai transmis à l’équipe.', 'Merci, l’équipe a bien reçu cela.'],
  privacy: () => [
    'Le texte de cette conversation est conservé pour que l’équipe de cette démo puisse le lire. Le son n’est enregistré que si vous l’avez accepté.',
    'Ce que nous écrivons et disons est conservé sous forme de texte pour l’équipe ; le son, seulement si vous avez accepté un enregistrement.',
  ],
  commitment: () => [
    'Je ne peux ni promettre ni accorder de remise, mais l’équipe le peut ; j’ai noté votre question.',
    'C’est à l’équipe de répondre, j’ai donc noté votre question.',
  ],
  paused: () => ['J’attends.', 'C’est arrêté.', 'D’accord, j’attends.', 'Prenez votre temps.'],
  declined: () => [
    'Très bien. Posez-moi une question, ou dites « suivant ».',
    'Pas de souci. Posez vos questions.',
    'Très bien.',
  ],
  hello: () => ['Bonjour.', 'Rebonjour.', 'Bonjour à vous.'],
  asSaid: (quote) => `Comme je l’ai dit : « ${quote} »`,
  also: (quote) => `Mes notes disent aussi : « ${quote} »`,
  far: (count) => [
    `Je ne trouve pas de réponse claire dans mes notes. Le plus proche est ci-dessous.`,
    `Je ne suis pas sûr que mes notes en parlent. Peut-être ${count === 1 ? 'l’étape' : 'une des étapes'} ci-dessous.`,
    `Je ne le vois pas tout de suite dans mes notes ; ci-dessous, ce qui s’en approche le plus.`,
  ],
  likely: (note) => [
    `Ce qui correspond le mieux dans mes notes : « ${note} »`,
    `Le passage le plus proche dans mes notes : « ${note} »`,
    `Voici ce que j’ai de mieux à ce sujet : « ${note} »`,
  ],
  nearest: (note) => [
    `Je ne suis pas certain que cela réponde : « ${note} »`,
    `Mes notes ne disent pas exactement cela. Le plus proche : « ${note} »`,
    `Je n’ai pas exactement cela, seulement ceci : « ${note} »`,
  ],
  noMore: () => [
    'C’est tout ce que mes notes en disent.',
    'Mes notes n’en disent pas plus.',
    'Je n’ai rien de plus là-dessus.',
  ],
  offersForRest: () => [
    'Pour le reste, je suis moins sûr ; le plus proche est ci-dessous.',
    'Le reste de votre question trouve peut-être sa réponse ci-dessous.',
  ],
  otherOffers: () => ['D’autres étapes utiles sont ci-dessous.', 'Vous pouvez l’ouvrir, ou une autre, ci-dessous.'],
  help: () => [
    'Posez une question sur ce que vous voyez, dites « suivant », « retour » ou un numéro d’étape, et arrêtez-moi quand vous voulez.',
    'Posez une question, nommez une étape, ou dites « stop ».',
  ],
  stepRange: (count) => [
    count === 1 ? 'Cette démo a une seule étape.' : `Cette démo a ${count} étapes.`,
    count === 1 ? 'Il n’y a que cette étape.' : `Les étapes vont de 1 à ${count}.`,
  ],
  stepAgain: (step) => [
    `Revoici l’étape ${step} ; ses notes sont dans la transcription.`,
    `De retour à l’étape ${step}, que j’ai déjà lue.`,
  ],
  answerAgain: (step) =>
    step === null
      ? ['C’est tout ce que j’ai à ce sujet, désolé.']
      : [
          `Tout ce que j’ai là-dessus est dans l’étape ${step}, de nouveau à l’écran.`,
          `Je n’ai là-dessus que ce que dit l’étape ${step}.`,
        ],
  nothingToRepeat: () => [
    'Je l’ai dit deux fois ; c’est dans la transcription.',
    'Vous le trouverez dans la transcription.',
  ],
  reprompt: () => ['Je suis là quand vous voulez.', 'Prenez votre temps, je vous écoute.'],
  offerText: () => [
    'Vous pouvez aussi écrire une question ou choisir une étape.',
    'Vous pouvez aussi écrire, si c’est plus simple.',
  ],
  bye: () => ['Merci pour votre temps. Au revoir.', 'Au revoir.'],
  noInput: () => ['Je ne vous entends plus, je m’arrête donc ici. Au revoir.'],
  limitTime: () => ['Notre temps est écoulé, je dois m’arrêter ici. Au revoir.'],
  limitTurns: () => ['Nous sommes arrivés à la fin de cette conversation. Au revoir.'],
}

const booking: Wordings['booking'] = {
  offer: () => [
    'Voulez-vous voir des créneaux de rendez-vous avec l’équipe ?',
    'Souhaitez-vous prendre rendez-vous avec l’équipe ?',
  ],
  times: (slots) => {
    const spoken = slots.slice(0, 3).map((slot) => slot.spoken)
    const times = withZone(listWith('ou', spoken), slots)
    return [`Je peux vous proposer ${times}.`, `Sont libres : ${times}.`]
  },
  which: () => [
    'Lequel vous convient ?',
    'Quel créneau vous convient ?',
    'Un des créneaux à l’écran vous convient-il ?',
  ],
  chosen: (time) => [`${time}.`, `Donc ${time}.`],
  askEmail: () => [
    'À quelle adresse e-mail dois-je envoyer l’invitation ?',
    'Où puis-je envoyer l’invitation ?',
    'Quelle adresse puis-je utiliser ? Vous pouvez l’écrire à l’écran.',
  ],
  askNumber: () => [
    'À quel numéro vous appeler, ou à quelle adresse e-mail envoyer l’invitation ?',
    'Quel numéro l’équipe peut-elle appeler ? Une adresse e-mail convient aussi.',
  ],
  gotEmail: (email) => [`Merci, j’utiliserai ${email}.`, `C’est noté : ${email}.`],
  spelledSoFar: (part) => [`J’ai « ${part} » pour l’instant. Et ensuite ?`, `« ${part} » jusqu’ici. Que vient après ?`],
  badEmail: () => [
    'Je n’ai pas compris une adresse e-mail entière. Écrivez-la à l’écran, s’il vous plaît.',
    'Cela ne ressemble pas à une adresse entière, comme nom@entreprise.fr.',
  ],
  confirm: (time, email) => [
    `${time}, avec l’invitation à ${email} : je réserve ?`,
    `J’ai ${time} et ${email}. Voulez-vous que je réserve ?`,
  ],
  whatToChange: () => [
    'Changez alors l’adresse ou choisissez un autre créneau à l’écran, ou dites « laissez tomber ».',
    'Que faut-il changer : l’heure ou l’adresse ?',
  ],
  guestsNoted: (guests) => [
    `Je ne peux envoyer l’invitation qu’à une adresse ; j’ai noté ${listWith('et', guests)} pour l’équipe.`,
    `J’ai aussi noté ${listWith('et', guests)} pour l’équipe.`,
  ],
  forwardTo: (guests) => [`Merci de la transférer à ${listWith('et', guests)}.`],
  forwardLater: (name) => [`Avec plaisir. Merci de transférer l’invitation à ${name} dès qu’elle arrive.`],
  callsOnly: () => [
    'Je peux réserver un appel ; je transmets que vous souhaitez une visite.',
    'C’est un appel, mais l’équipe verra que vous souhaitez une visite.',
  ],
  guestsLate: (guests) => [
    `Je ne peux plus inviter personne à un rendez-vous réservé. Merci de transférer votre invitation à ${listWith('et', guests)}.`,
  ],
  elsewhere: (time, zone) => [`C’est ${time}, ${zone}.`, `Là-bas, c’est ${time}, ${zone}.`],
  notYet: () => ['Rien n’est encore réservé.', 'Pour l’instant, rien n’est réservé.'],
  passesOn: () => [
    'Je transmets le reste à l’équipe avec votre réservation.',
    'L’équipe verra le reste avec votre réservation.',
  ],
  booked: (time, email) => [`C’est réservé : ${time}. L’invitation part à ${email}.`],
  moved: (time) => [`C’est déplacé : votre rendez-vous est maintenant ${time}. Une nouvelle invitation part.`],
  notThen: () => [
    'Je ne vois pas ce créneau parmi les prochains libres.',
    'Je ne vois pas non plus ce créneau, désolé.',
  ],
  orPassOn: () => [
    'Cela vous convient-il, ou dois-je transmettre votre souhait ?',
    'L’un d’eux, ou l’équipe doit-elle voir votre souhait ?',
  ],
  needsEmail: () => [
    'Sans adresse, je ne peux pas envoyer l’invitation. Écrivez-en une, donnez un numéro de téléphone, ou dites « laissez tomber ».',
    'Il me faut une adresse pour l’invitation ou un numéro où vous appeler, ou dites « laissez tomber ».',
  ],
  taken: () => ['Désolé, ce créneau vient d’être pris.', 'Désolé, celui-là est pris aussi.'],
  noTimes: () => ['L’agenda n’a aucun créneau libre en ce moment.', 'Je ne trouve plus de créneau libre.'],
  unreachable: () => ['Je n’arrive pas à joindre l’agenda pour l’instant.', 'L’agenda ne répond toujours pas.'],
  unsure: () => ['L’agenda n’a pas répondu. Si la réservation a réussi, l’invitation arrivera par e-mail.'],
  tooMany: () => ['Je ne peux plus réserver de rendez-vous pour cette adresse aujourd’hui.'],
  askToCancel: (time) => [
    time === ''
      ? 'Voulez-vous que j’annule votre rendez-vous ?'
      : `Voulez-vous que j’annule votre rendez-vous du ${time} ?`,
    'Dois-je annuler le rendez-vous ?',
  ],
  meetingStays: () => ['D’accord, le rendez-vous est maintenu.', 'Bien, votre rendez-vous reste en place.'],
  cancelled: () => ['Votre rendez-vous est annulé ; vous recevrez un message.', 'Annulé ; vous recevrez un e-mail.'],
  meetingIs: (time) => [`Votre rendez-vous : ${time}.`, `Il est prévu ${time}.`],
  meetingTakes: (minutes) => [`Cela dure ${minutes} minutes.`, `${minutes} minutes sont prévues.`],
  lengthUnknown: () => ['La durée figure dans l’invitation.'],
  callLength: () => ['Je ne sais pas combien de temps dure l’appel. Dites de combien de temps vous disposez.'],
  whoComes: () => ['Une personne de l’équipe ; je ne sais pas encore qui.'],
  nothingToCancel: () => [
    'Je ne vois pas de rendez-vous de votre part ici.',
    'Je ne trouve aucun rendez-vous pris dans cette conversation.',
  ],
  noCall: () => ['Très bien, personne ne vous appellera.', 'Bien sûr, pas d’appel.'],
  bookingCancelled: () => [
    'Très bien, pas de rendez-vous.',
    'Pas de souci, on en reste là.',
    'D’accord, pas de rendez-vous.',
  ],
  ownZone: (zone) => [
    zone === '' ? 'Toutes les heures sont dans votre fuseau horaire.' : `Toutes les heures : ${zone}.`,
  ],
  busy: () => ['Un instant, je consulte l’agenda.', 'Encore un petit instant.'],
}

export const frenchWordings: Wordings = {
  plain,
  booking,
  selling: frenchSelling,
  remarks: frenchRemarks,
  manners: frenchManners,
  probes: [
    'Comment faites-vous aujourd’hui ?',
    'Est-ce important pour vous ?',
    'Qui l’utiliserait dans votre équipe ?',
    'Qu’est-ce que cela changerait pour vous ?',
  ],
  asksYesOrNo:
    /^(?:(?:et|ou|alors|bien)[, ]+)?(?:je|on|voulez|souhaitez|puis|peut|pouvez|dois|est|avez|un des|des questions|une question)\b.*\?$/i,
  disclosesAi: /\b(?:IA|AI|intelligence artificielle|bot|robot|assistante? virtuelle?)\b/i,
}
