import { withZone } from '../wording.ts'
import type { Wordings } from '../wordings.ts'
import { germanManners, germanRemarks, germanSelling } from './german-selling.ts'
import { listWith } from './list-with.ts'

/* What the agent says in German, with “Sie”. */

const plain: Wordings['plain'] = {
  disclosure: (name) => [`Ich bin ${name}, eine KI-Assistenz.`],
  greeting: (demo, steps) => [
    steps === 1 ? `Ich zeige Ihnen ${demo} in einem Schritt.` : `Ich zeige Ihnen ${demo} in ${steps} Schritten.`,
  ],
  mayStart: () => ['Soll ich anfangen?', 'Soll ich mit dem ersten Schritt beginnen?'],
  localTime: (place) => `Ortszeit ${place}`,
  resume: (step) => [
    'Soll ich weitermachen?',
    `Soll ich mit Schritt ${step} weitermachen?`,
    'Wollen wir weitermachen?',
    'Möchten Sie, dass ich fortfahre?',
    `Zurück zu Schritt ${step}?`,
  ],
  thisDemo: 'diese Demo',
  askPrice: 'Was kostet es?',
  askAbout: (title) => `Was zeigt „${title}“?`,
  stepScript: (step) => `Das ist Schritt ${step}.`,
  stepNamed: (step, title) => (title === '' ? `Schritt ${step}` : `Schritt ${step} („${title}“)`),
  titleOnly: (step) => `Das ist ${step}. Mehr als den Bildschirm gibt es dazu nicht.`,
  titleNear: (step) => [
    `Am nächsten kommt ${step}, ohne Notizen; Sie können den Schritt öffnen.`,
    `Am ehesten kann ich Ihnen ${step} zeigen; Notizen gibt es dazu keine.`,
  ],
  noNotes: () => [
    'Das zeigen die Bildschirme nicht, und diese Demo hat keine Notizen.',
    'Diese Demo zeigt ihre Bildschirme ohne Notizen, das kann ich also nicht sagen.',
  ],
  moreSteps: (count) => (count === 1 ? '1 weiterer Schritt' : `${count} weitere Schritte`),
  anythingElse: () => [
    'Was möchten Sie noch wissen?',
    'Gibt es noch etwas, das Sie wissen möchten?',
    'Was kann ich noch für Sie nachsehen?',
    'Kann ich Ihnen noch etwas zeigen?',
  ],
  check: () => [
    'Haben Sie bis hierhin Fragen?',
    'Ist das so weit klar?',
    'Möchten Sie etwas fragen, bevor es weitergeht?',
  ],
  wrap: (demo) => [`Das war ${demo}.`, 'Das war der letzte Schritt.', `Damit sind wir wieder am Ende von ${demo}.`],
  lacks: (name) => [
    `${name} kommt in meinen Unterlagen nicht vor.`,
    `Zu ${name} steht nichts in meinen Unterlagen.`,
    `Zu ${name} habe ich nichts in meinen Unterlagen.`,
  ],
  closestBelow: () => ['Am nächsten kommt, was unten steht.', 'Unten steht, was am besten passt.'],
  unknown: () => [
    'Dazu steht nichts in meinen Unterlagen.',
    'Meine Unterlagen sagen dazu nichts.',
    'Das steht nicht in meinen Unterlagen, und raten möchte ich nicht.',
    'In den Unterlagen zu dieser Demo finde ich darauf keine Antwort.',
  ],
  unknownNoted: (hasAddress) =>
    hasAddress
      ? [
          'Ich habe Ihre Frage für das Team notiert; Ihre E-Mail-Adresse liegt dort vor.',
          'Das Team bekommt Ihre Frage.',
        ]
      : [
          'Ich habe Ihre Frage für das Team notiert. Für eine Antwort hinterlassen Sie gern Ihre E-Mail-Adresse.',
          'Das Team bekommt Ihre Frage.',
        ],
  askAuthor: () => [
    'Wenn das Team Ihnen antworten soll, hinterlassen Sie hier Ihre E-Mail-Adresse.',
    'Mit Ihrer E-Mail-Adresse kann das Team Ihnen schreiben.',
  ],
  robot: () => [
    'Ich bin eine KI-Assistenz, kein Mensch.',
    'Ich bin eine KI und führe durch diese Demo.',
    'Weiterhin eine KI: Hier tippt kein Mensch.',
  ],
  contact: () => ['Vielen Dank, ich habe es ans Team weitergegeben.', 'Danke, das liegt jetzt beim Team.'],
  privacy: () => [
    'Der Text dieses Gesprächs wird gespeichert, damit das Team hinter dieser Demo ihn lesen kann. Ton wird nur aufgezeichnet, wenn Sie zugestimmt haben.',
    'Was wir schreiben und sagen, wird für das Team als Text gespeichert; Ton nur, wenn Sie einer Aufzeichnung zugestimmt haben.',
  ],
  commitment: () => [
    'Zusagen oder Rabatte kann ich nicht geben, das Team schon; ich habe Ihre Frage dort notiert.',
    'Das kann nur das Team sagen, deshalb habe ich Ihre Frage notiert.',
  ],
  paused: () => ['Ich warte.', 'Angehalten.', 'Gut, ich warte.', 'Lassen Sie sich Zeit.'],
  declined: () => [
    'In Ordnung. Fragen Sie mich gern etwas, oder sagen Sie „weiter“.',
    'Kein Problem. Fragen Sie gern.',
    'In Ordnung.',
  ],
  hello: () => ['Guten Tag.', 'Nochmals guten Tag.', 'Hallo.'],
  asSaid: (quote) => `Wie gesagt: „${quote}“`,
  also: (quote) => `Außerdem steht in meinen Unterlagen: „${quote}“`,
  far: (count) => [
    `Eine klare Antwort finde ich in meinen Unterlagen nicht. Am nächsten kommt, was unten steht.`,
    `Ich bin nicht sicher, ob das in meinen Unterlagen steht. Vielleicht hilft ${count === 1 ? 'der Schritt' : 'einer der Schritte'} unten.`,
    `Auf Anhieb sehe ich das in meinen Unterlagen nicht; unten steht, was am nächsten kommt.`,
  ],
  likely: (note) => [
    `Am besten passt in meinen Unterlagen: „${note}“`,
    `Das passt in meinen Unterlagen am besten: „${note}“`,
    `Am ehesten passt dazu dies: „${note}“`,
  ],
  nearest: (note) => [
    `Ich bin nicht sicher, ob das Ihre Frage beantwortet: „${note}“`,
    `Genau das steht nicht in meinen Unterlagen. Am nächsten kommt: „${note}“`,
    `Genau das habe ich nicht, nur dies: „${note}“`,
  ],
  noMore: () => [
    'Mehr steht dazu nicht in meinen Unterlagen.',
    'Mehr habe ich dazu nicht.',
    'Das ist alles, was ich dazu habe.',
  ],
  offersForRest: () => [
    'Beim Rest bin ich mir nicht sicher; was am nächsten kommt, steht unten.',
    'Zum Rest Ihrer Frage steht unten, was am besten passt.',
  ],
  otherOffers: () => [
    'Weitere Schritte, die helfen können, stehen unten.',
    'Unten können Sie ihn oder einen anderen öffnen.',
  ],
  help: () => [
    'Fragen Sie zu allem, was Sie sehen, sagen Sie „weiter“, „zurück“ oder eine Schrittnummer, und unterbrechen Sie mich jederzeit.',
    'Stellen Sie eine Frage, nennen Sie einen Schritt, oder sagen Sie „Stopp“.',
  ],
  stepRange: (count) => [
    count === 1 ? 'Diese Demo hat einen Schritt.' : `Diese Demo hat ${count} Schritte.`,
    count === 1 ? 'Es gibt nur den einen Schritt.' : `Die Schritte gehen von 1 bis ${count}.`,
  ],
  stepAgain: (step) => [
    `Das ist noch einmal Schritt ${step}; der Text steht im Verlauf.`,
    `Zurück bei Schritt ${step}, den ich schon vorgelesen habe.`,
  ],
  answerAgain: (step) =>
    step === null
      ? ['Mehr habe ich dazu leider nicht.']
      : [
          `Alles, was ich dazu habe, steht in Schritt ${step}; Sie sehen ihn wieder vor sich.`,
          `Dazu habe ich nur, was in Schritt ${step} steht.`,
        ],
  nothingToRepeat: () => ['Das habe ich schon zweimal gesagt; es steht im Verlauf.', 'Sie finden es im Verlauf.'],
  reprompt: () => ['Ich bin da, wenn Sie so weit sind.', 'Lassen Sie sich Zeit, ich höre zu.'],
  offerText: () => [
    'Sie können auch eine Frage tippen oder einen Schritt wählen.',
    'Tippen geht auch, wenn das leichter ist.',
  ],
  bye: () => ['Vielen Dank für Ihre Zeit. Auf Wiedersehen.', 'Auf Wiedersehen.'],
  noInput: () => ['Ich habe nichts mehr von Ihnen gehört und höre hier auf. Auf Wiedersehen.'],
  limitTime: () => ['Unsere Zeit ist um, deshalb muss ich hier aufhören. Auf Wiedersehen.'],
  limitTurns: () => ['Dieses Gespräch ist an seinem Ende. Auf Wiedersehen.'],
}

const booking: Wordings['booking'] = {
  offer: () => ['Soll ich Ihnen Termine mit dem Team zeigen?', 'Möchten Sie einen Termin mit dem Team vereinbaren?'],
  times: (slots) => {
    const spoken = slots.slice(0, 3).map((slot) => slot.spoken)
    const times = withZone(listWith('oder', spoken), slots)
    return [`Ich kann Ihnen ${times} anbieten.`, `Frei wäre ${times}.`]
  },
  which: () => ['Was passt Ihnen?', 'Welcher Termin passt Ihnen?', 'Passt einer der Termine auf dem Bildschirm?'],
  chosen: (time) => [`${time}.`, `Also ${time}.`],
  askEmail: () => [
    'An welche E-Mail-Adresse soll die Einladung gehen?',
    'Wohin darf ich die Einladung schicken?',
    'Welche Adresse darf ich verwenden? Sie können sie auch eintippen.',
  ],
  askNumber: () => [
    'Unter welcher Nummer sind Sie erreichbar, oder an welche E-Mail-Adresse soll die Einladung gehen?',
    'Welche Nummer darf das Team anrufen? Eine E-Mail-Adresse geht auch.',
  ],
  gotEmail: (email) => [`Danke, ich nehme ${email}.`, `Notiert: ${email}.`],
  spelledSoFar: (part) => [`Bisher habe ich „${part}“. Wie geht es weiter?`, `„${part}“ habe ich. Was kommt dann?`],
  badEmail: () => [
    'Das war noch keine vollständige E-Mail-Adresse. Bitte tippen Sie sie ein.',
    'Das sieht nicht nach einer vollständigen Adresse wie name@firma.de aus.',
  ],
  confirm: (time, email) => [
    `${time}, mit Einladung an ${email}: Soll ich das so buchen?`,
    `Ich habe ${time} und ${email}. Soll ich das buchen?`,
  ],
  whatToChange: () => [
    'Dann ändern Sie die Adresse oder wählen Sie einen anderen Termin, oder sagen Sie „doch nicht“.',
    'Was soll anders sein, der Termin oder die Adresse?',
  ],
  guestsNoted: (guests) => [
    `Die Einladung kann ich nur an eine Adresse schicken; ${listWith('und', guests)} habe ich fürs Team notiert.`,
    `Auch ${listWith('und', guests)} habe ich fürs Team notiert.`,
  ],
  forwardTo: (guests) => [`Bitte leiten Sie sie an ${listWith('und', guests)} weiter.`],
  forwardLater: (name) => [`Gern. Bitte leiten Sie die Einladung dann an ${name} weiter.`],
  callsOnly: () => [
    'Buchen kann ich ein Gespräch am Telefon oder online; Ihren Besuchswunsch gebe ich weiter.',
    'Es ist ein Gespräch, aber das Team sieht, dass Sie einen Besuch wünschen.',
  ],
  guestsLate: (guests) => [
    `Zu einem gebuchten Termin kann ich niemanden mehr einladen. Bitte leiten Sie Ihre Einladung an ${listWith('und', guests)} weiter.`,
  ],
  elsewhere: (time, zone) => [`Das ist ${time}, ${zone}.`, `Dort ist es dann ${time}, ${zone}.`],
  notYet: () => ['Gebucht ist noch nichts.', 'Bisher ist nichts gebucht.'],
  passesOn: () => [
    'Das andere gebe ich mit Ihrer Buchung ans Team weiter.',
    'Den Rest sieht das Team bei Ihrer Buchung.',
  ],
  booked: (time, email) => [`Gebucht: ${time}. Die Einladung ist unterwegs an ${email}.`],
  moved: (time) => [`Verschoben: Ihr Termin ist jetzt ${time}. Eine neue Einladung ist unterwegs.`],
  notThen: () => ['Diese Zeit ist unter den nächsten freien nicht dabei.', 'Auch diese Zeit ist leider nicht dabei.'],
  orPassOn: () => [
    'Passt das, oder soll ich Ihren Wunsch weitergeben?',
    'Eine davon, oder soll das Team Ihren Wunsch erfahren?',
  ],
  needsEmail: () => [
    'Ohne Adresse kann ich keine Einladung schicken. Tippen Sie eine ein, nennen Sie eine Telefonnummer, oder sagen Sie „doch nicht“.',
    'Ich brauche eine Adresse für die Einladung oder eine Nummer für einen Anruf, oder sagen Sie „doch nicht“.',
  ],
  taken: () => ['Dieser Termin ist leider gerade vergeben worden.', 'Auch der ist inzwischen leider weg.'],
  noTimes: () => ['Im Kalender ist zurzeit nichts frei.', 'Ich finde keine weiteren freien Termine.'],
  unreachable: () => ['Ich erreiche den Kalender gerade nicht.', 'Der Kalender antwortet immer noch nicht.'],
  unsure: () => ['Der Kalender hat nicht geantwortet. Falls es geklappt hat, kommt die Einladung per E-Mail.'],
  tooMany: () => ['Für diese Adresse kann ich heute keine weiteren Termine buchen.'],
  askToCancel: (time) => [
    time === '' ? 'Soll ich Ihren Termin absagen?' : `Soll ich Ihren Termin am ${time} absagen?`,
    'Möchten Sie, dass ich den Termin absage?',
  ],
  meetingStays: () => ['In Ordnung, der Termin bleibt bestehen.', 'Gut, Ihr Termin bleibt.'],
  cancelled: () => ['Ihr Termin ist abgesagt; Sie bekommen eine Nachricht.', 'Abgesagt; Sie bekommen eine E-Mail.'],
  meetingIs: (time) => [`Ihr Termin ist am ${time}.`, `Er ist am ${time}.`],
  meetingTakes: (minutes) => [`Es dauert ${minutes} Minuten.`, `Dafür sind ${minutes} Minuten vorgesehen.`],
  lengthUnknown: () => ['Wie lange es dauert, steht in der Einladung.'],
  callLength: () => ['Wie lange der Anruf dauert, weiß ich nicht. Sagen Sie gern, wie viel Zeit Sie haben.'],
  whoComes: () => ['Jemand aus dem Team; wer genau, weiß ich noch nicht.'],
  nothingToCancel: () => ['Ich sehe hier keinen Termin von Ihnen.', 'Aus diesem Gespräch finde ich keinen Termin.'],
  noCall: () => ['In Ordnung, niemand ruft Sie an.', 'Natürlich, keine Anrufe.'],
  bookingCancelled: () => ['In Ordnung, kein Termin.', 'Kein Problem, dann lassen wir das.', 'Gut, kein Termin.'],
  ownZone: (zone) => [zone === '' ? 'Alle Zeiten gelten in Ihrer eigenen Zeitzone.' : `Alle Zeiten in ${zone}.`],
  busy: () => ['Einen Moment, ich sehe im Kalender nach.', 'Noch einen Moment, bitte.'],
}

export const germanWordings: Wordings = {
  plain,
  booking,
  selling: germanSelling,
  remarks: germanRemarks,
  manners: germanManners,
  probes: [
    'Wie lösen Sie das heute?',
    'Wie wichtig ist Ihnen das?',
    'Wer in Ihrem Team würde es nutzen?',
    'Was würde das für Sie ändern?',
  ],
  asksYesOrNo:
    /^(?:(?:und|oder|also|gut)[, ]+)?(?:soll(?:en)?|wollen|möchten|darf|kann|können|haben|hat|ist|sind|gibt|passt|wäre|zurück)\b.*\?$/i,
  disclosesAi: /\b(?:KI|AI|künstliche Intelligenz|Bot|virtuelle Assisten\p{L}+)\b/iu,
}
