import type { Wordings } from '../wordings.ts'

/* What the agent says in German about objections, buying and people, and in reply to remarks. */

const acknowledgements: Readonly<Record<Parameters<Wordings['selling']['acknowledge']>[0], readonly string[]>> = {
  price: ['Verstehe, es muss sich lohnen.', 'Das ist ein berechtigter Punkt.'],
  timing: ['Natürlich, lassen Sie sich Zeit.', 'Das eilt nicht.'],
  competitor: ['Vergleichen ist sinnvoll.', 'Gut, dann kennen Sie den Markt.'],
  security: ['Das ist eine berechtigte Sorge.', 'Da sind Sie zu Recht vorsichtig.'],
  authority: ['Natürlich, das entscheiden Sie gemeinsam.', 'Verstehe, da reden andere mit.'],
  need: ['Verstehe, nicht jeder braucht es.', 'Verstehe, der Wechsel muss sich lohnen.'],
  'send-something': ['Gute Idee.', 'Natürlich, schriftlich ist besser.'],
  'just-looking': ['Sehen Sie sich gern um.', 'Gern, schauen Sie sich alles an.'],
}

const honest: Readonly<Record<Parameters<Wordings['selling']['honest']>[0], readonly string[]>> = {
  price: [
    'An den Preisen kann ich nichts ändern, aber das Team spricht gern mit Ihnen darüber.',
    'Über Preise sprechen Sie am besten mit dem Team.',
  ],
  timing: ['Ich bin da, wenn Fragen auftauchen.', 'Die Demo bleibt für Sie offen.'],
  competitor: [
    'Ich kenne nur dieses Produkt und kann deshalb nicht fair vergleichen.',
    'Ein fairer Vergleich steht nicht in meinen Unterlagen, und erfinden möchte ich keinen.',
  ],
  security: [
    'Meine Unterlagen sagen dazu zu wenig, als dass ich etwas versprechen könnte.',
    'Ich möchte nichts versprechen, was nicht in meinen Unterlagen steht.',
  ],
  authority: [
    'Teilen Sie diese Seite gern; dort kann man mich auch fragen.',
    'Auf dieser Seite kann jeder seine eigenen Fragen stellen.',
  ],
  need: ['Ich möchte Sie nicht überreden.', 'Sie wissen am besten, was Sie brauchen.'],
  'send-something': [
    'Von hier aus kann ich nichts verschicken, das Team aber schon.',
    'Das Team kann es Ihnen schicken.',
  ],
  'just-looking': ['Ich bin da, wenn Sie eine Frage haben.', 'Ich bin still, bis Sie fragen.'],
}

const questions: Readonly<Record<Parameters<Wordings['selling']['question']>[0], readonly string[]>> = {
  price: ['Womit würde es sich für Sie lohnen?', 'Womit vergleichen Sie?'],
  timing: ['Was müsste vorher geschehen?', 'Wann wäre ein besserer Zeitpunkt?'],
  competitor: ['Was gefällt Ihnen an Ihrer jetzigen Lösung?', 'Was fehlt Ihnen heute?'],
  security: ['Was müssten Sie sehen, um beruhigt zu sein?', 'Gibt es etwas Bestimmtes, das Ihnen Sorgen macht?'],
  authority: ['Was würden die anderen zuerst wissen wollen?', 'Wer sollte es sich noch ansehen?'],
  need: ['Wie lösen Sie das heute?', 'Was kostet Sie heute die meiste Zeit?'],
  'send-something': ['An welche E-Mail-Adresse soll es gehen?', 'Wohin darf das Team es schicken?'],
  'just-looking': ['Was hat Sie neugierig gemacht?', 'Suchen Sie etwas Bestimmtes?'],
}

export const germanSelling: Wordings['selling'] = {
  ask: {
    'default-need': 'Was soll es für Sie lösen?',
    'default-size': 'Wie viele Personen würden es nutzen?',
    'default-timeline': 'Wann möchten Sie anfangen?',
    'default-role': 'Welche Rolle haben Sie bei der Entscheidung?',
    'default-budget': 'Ist dafür ein Budget vorgesehen?',
  },
  colleague: 'Ihre Ansprechperson',
  teamsAnswer: 'Die Antwort des Teams',
  noted: (reply, facts) => `${reply}: ${facts}.`,
  heard: () => ['Verstehe.', 'Gut, verstehe.', 'Alles klar.'],
  invite: () => ['Was möchten Sie sehen oder fragen?', 'Was kann ich Ihnen zeigen?'],
  noteFits: (note) => [`Das könnte helfen: „${note}“`, `Dazu steht in meinen Unterlagen: „${note}“`],
  hard: () => ['Das klingt anstrengend.', 'Das stelle ich mir mühsam vor.'],
  met: (name) => `Schön, Sie kennenzulernen, ${name}.`,
  stepFits: (step) => `Dazu könnte ${step} passen.`,
  stepsFit: () => [
    'Dabei hilft vielleicht einer der Schritte unten.',
    'Dazu könnten diese Schritte etwas sagen.',
    'Vielleicht hilft einer dieser Schritte.',
  ],
  refused: () => ['Natürlich, das müssen Sie nicht sagen.', 'Schon gut, das müssen Sie mir nicht verraten.'],
  acknowledge: (kind) => acknowledgements[kind],
  honest: (kind) => honest[kind],
  question: (kind) => questions[kind],
  ownWay: (isPast) =>
    isPast
      ? ['Verstehe. Was soll diesmal besser sein?', 'Gut zu wissen. Was hat Ihnen dabei gefehlt?']
      : [
          'Verstehe, so machen Sie es heute. Was kostet dabei die meiste Zeit?',
          'Gut zu wissen. Was stört Sie daran am meisten?',
        ],
  cheaperElsewhere: () => [
    'Danke für die offenen Worte. Was ist dort im Preis enthalten?',
    'Verstehe. Was bekommen Sie dort für den Preis?',
  ],
  betterThisTime: () => ['Was soll diesmal besser sein?', 'Was möchten Sie nie wieder erleben?'],
  badPast: () => ['Das ist ärgerlich. Was ging schief?', 'Das klingt frustrierend. Was hat Sie am meisten gestört?'],
  ringing: () => [
    'Ich hole jemanden aus dem Team. Fragen Sie mich bis dahin gern weiter.',
    'Ich rufe das Team; wir können solange weitermachen.',
  ],
  stillRinging: () => ['Ich rufe noch; bisher ist niemand drangegangen.', 'Es klingelt noch. Einen Moment, bitte.'],
  nobody: () => [
    'Gerade ist niemand frei, aber das Team kann Sie zurückrufen.',
    'Ich habe gerade niemanden erreicht. Das Team kann sich bei Ihnen melden.',
  ],
  whenToCall: () => [
    'Wann und unter welcher Nummer oder Adresse sind Sie erreichbar?',
    'Wann passt es, und wie erreicht man Sie?',
  ],
  calledThen: () => ['Ich bitte das Team, Sie dann anzurufen.', 'Ich gebe diese Zeit ans Team weiter.'],
  noteForCaller: () => ['Das richte ich auch aus.', 'Ich gebe das mit Ihrer Nummer weiter.'],
  timeNoted: (when) => [`Notiert: ${when}.`, `Gut, ${when}.`],
  whereToCall: () => [
    'Und unter welcher Nummer oder E-Mail-Adresse sind Sie erreichbar?',
    'Wo erreicht man Sie: unter einer Nummer oder per E-Mail?',
  ],
  whichNumber: () => ['Unter welcher Nummer soll das Team anrufen?', 'Welche Nummer soll das Team wählen?'],
  callBackNoted: (when, reachAt) => [
    when === ''
      ? `Notiert: Das Team meldet sich unter ${reachAt}.`
      : `Notiert: Das Team meldet sich unter ${reachAt}, ${when}.`,
    `Weitergegeben: ${[reachAt, when].filter((part) => part !== '').join(', ')}.`,
  ],
  noCallBack: () => ['In Ordnung, kein Rückruf.', 'Kein Problem, niemand ruft an.'],
  back: (name) => [`Ich bin wieder da; ${name} ist gegangen.`, `${name} hat wieder an mich übergeben.`],
  offerPerson: () => ['Soll ich jemanden aus dem Team holen?', 'Möchten Sie darüber mit einem Menschen sprechen?'],
  buy: () => ['Das freut mich.', 'Schön.'],
  cannotSell: () => ['Abschließen kann ich hier nichts, das Team aber schon.', 'Ab hier übernimmt das Team.'],
  teamWrites: () => [
    'Eine Adresse oder Nummer kann ich hier nicht nennen, aber das Team kann Ihnen schreiben.',
    'Das Team kann Ihnen schreiben; eine Adresse von ihm habe ich nicht.',
  ],
  leaveAddress: () => ['Unter welcher E-Mail-Adresse sind Sie erreichbar?', 'Wohin darf das Team Ihnen schreiben?'],
  addressKnown: (address) => [`Das Team hat Ihre Adresse, ${address}.`, `Das Team kann an ${address} schreiben.`],
  slower: () => ['Ich sage weniger auf einmal; alles bleibt hier stehen.', 'Gut, immer nur einen Satz.'],
}

export const germanRemarks: Wordings['remarks'] = {
  identity: (name) => [
    `Ich bin ${name}, die KI-Assistenz dieser Demo, und antworte nur aus ihren Unterlagen.`,
    `${name}, eine KI. Ich weiß nur, was in den Unterlagen dieser Demo steht.`,
  ],
  away: () => ['Natürlich, ich bin hier.', 'Kein Problem, lassen Sie sich Zeit.'],
  welcomeBack: () => ['Willkommen zurück.', 'Schön, dass Sie wieder da sind.'],
  letdown: () => ['Das ist schade, tut mir leid.', 'Es tut mir leid, dass es nicht so ist, wie Sie gehofft hatten.'],
  whatIsMissing: () => ['Was müsste es für Sie können?', 'Ist das ein Muss, oder ist Ihnen anderes wichtiger?'],
  scepticism: () => ['Etwas Zweifel ist gesund.', 'Skepsis ist berechtigt.'],
  judgeYourself: () => [
    'Sehen Sie sich die Schritte an und urteilen Sie selbst.',
    'Fragen Sie nach jedem Detail, und urteilen Sie danach.',
  ],
  newcomer: () => ['Willkommen. Keine Frage ist hier zu einfach.', 'Dann gehen wir es Schritt für Schritt an.'],
  maker: () => [
    'Wer genau, steht nicht in meinen Unterlagen. Die Demo ist vom Team, ich bin nur die Assistenz.',
    'Das weiß ich nicht; die Seite ist vom Team, ich assistiere nur.',
  ],
  worry: () => ['Die Sorge verstehe ich.', 'Das ist ein berechtigter Einwand.', 'Ich verstehe, dass Sie zögern.'],
  easesWorry: () => ['Was würde Sie beruhigen?', 'Was müssten Sie dafür zuerst sehen?'],
  hurry: () => ['Dann fasse ich mich kurz. Was ist Ihnen am wichtigsten?', 'Gern, dann kurz. Was möchten Sie wissen?'],
  apology: () => ['Kein Grund, sich zu entschuldigen, ich verstehe Sie gut.', 'Das macht gar nichts.'],
  joy: () => ['Herzlichen Glückwunsch!', 'Wie schön, herzlichen Glückwunsch!'],
  sorrow: () => ['Das tut mir leid.', 'Das tut mir leid, das ist sicher nicht leicht.'],
  mayAsk: () => ['Gern. Was möchten Sie wissen?', 'Natürlich, fragen Sie.'],
  here: (step) => [`Sie sehen ${step}.`, `Auf dem Bildschirm ist ${step}.`],
  recall: (told) =>
    told === ''
      ? ['Über Sie haben Sie mir noch nichts gesagt.', 'Bisher weiß ich nichts über Sie.']
      : [`Das habe ich von Ihnen notiert: ${told}.`, `Das haben Sie mir gesagt: ${told}.`],
  instructions: () => [
    'Ich führe durch diese Demo und antworte aus ihren Unterlagen; sonst tue ich nichts.',
    'Ich bleibe bei dieser Demo und ihren Unterlagen.',
    'Das gehört hier nicht zu meinen Aufgaben.',
  ],
  progress: (step, count) => [`Sie sehen Schritt ${step} von ${count}.`, `Das ist Schritt ${step} von ${count}.`],
  duration: (minutes) => {
    const time = minutes === 1 ? 'etwa eine Minute' : `etwa ${minutes} Minuten`
    return [`Die Demo dauert ${time}, und Sie können alles überspringen.`, `Ohne Fragen ${time}.`]
  },
  contents: (demo, titles) => [`${demo} zeigt Ihnen: ${titles}.`, `In ${demo} sehen Sie: ${titles}.`],
  allSaid: (step) => [
    `Mehr steht zu Schritt ${step} nicht in meinen Unterlagen.`,
    `Zu Schritt ${step} habe ich nicht mehr.`,
  ],
  source: (step) => [
    `Das habe ich aus den Unterlagen zu Schritt ${step}, der auf dem Bildschirm ist.`,
    `Das steht wörtlich in den Unterlagen zu Schritt ${step}.`,
  ],
  askDifferently: () => [
    'Vielleicht habe ich Sie falsch verstanden. Können Sie es anders sagen?',
    'Können Sie das anders ausdrücken?',
  ],
  unclear: () => [
    'Das habe ich nicht verstanden. Bitte fragen Sie mit ein paar Worten mehr, oder sagen Sie „weiter“.',
    'Können Sie etwas mehr dazu sagen? Fragen Sie zu allem, was Sie hier sehen.',
  ],
  missed: () => [
    'Das tut mir leid. Dann steht die Antwort nicht in meinen Unterlagen, und raten möchte ich nicht.',
    'Leider ist das das Beste, was meine Unterlagen haben.',
  ],
  erased: () => ['Erledigt, das ist entfernt.', 'Das ist entfernt.'],
  erase: () => [
    'Löschen kann ich es selbst nicht, das Team hinter dieser Demo aber schon; es sieht Ihren Wunsch.',
    'Ihr Wunsch, das zu löschen, ist für das Team notiert.',
  ],
  keepsAddress: () => [
    'Sie müssen keine hinterlassen. Fragen Sie mich gern auch ohne.',
    'Schon gut, zum Fragen brauchen Sie keine.',
  ],
  wrongAddress: () => [
    'Dann schicken Sie mir bitte die richtige E-Mail-Adresse.',
    'Bitte tippen Sie die richtige E-Mail-Adresse ein.',
  ],
  brokenAddress: () => [
    'Das sieht nicht nach einer vollständigen Adresse wie name@firma.de aus. Bitte noch einmal.',
    'In dieser E-Mail-Adresse fehlt etwas. Bitte tippen Sie sie noch einmal.',
  ],
  insult: () => [
    'Es tut mir leid, dass es nicht das ist, was Sie erhofft haben. Sagen Sie mir, was Sie sehen möchten, oder wählen Sie „Mensch“.',
    'Ich verstehe, und es tut mir leid. Ich bin still, bis Sie fragen.',
  ],
  closest: (subject) => [`Das sagen meine Unterlagen über ${subject}:`, `Zu ${subject} steht in meinen Unterlagen:`],
  notesIn: (language, step) => [
    `Meine Unterlagen sind auf ${language}, deshalb kann ich hier nicht daraus zitieren. Vielleicht hilft Ihnen ${step}.`,
    `Dazu habe ich nur Unterlagen auf ${language}; vielleicht hilft ${step}.`,
  ],
  authorHasAddress: () => [
    'Das Team hat Ihre Adresse aus diesem Gespräch.',
    'Das Team kann Ihnen an die hinterlassene Adresse schreiben.',
  ],
}

export const germanManners: Wordings['manners'] = {
  professional: {
    acknowledgements: [],
    thanks: ['Gern geschehen.', 'Gern.', 'Sehr gern.'],
    praise: ['Das freut mich.', 'Vielen Dank.'],
    told: ['Notiert, danke.', 'Verstanden.', 'Danke, das hilft mir.'],
    wellBeing: ['Alles gut, danke. Was möchten Sie wissen?'],
    smallTalk: ['Allerdings. Zurück zur Demo, wann immer Sie möchten.', 'Das stimmt wohl. Was möchten Sie wissen?'],
    amusement: ['Auch wieder wahr.', 'Da ist etwas dran.', 'Verstehe.'],
    sympathy: ['Das kann ich mir vorstellen.', 'Das glaube ich Ihnen.', 'Das kommt vor.'],
    unsure: (title) => [
      `Ich bin nicht sicher, ob das Ihre Frage beantwortet: ${title} kommt am nächsten.`,
      `Darauf habe ich keine klare Antwort. Am nächsten kommt ${title}.`,
      `Es könnte in ${title} stehen, sicher bin ich aber nicht.`,
    ],
  },
  friendly: {
    acknowledgements: ['Gute Frage.', 'Das sage ich Ihnen gern.'],
    thanks: ['Sehr gern!', 'Jederzeit.', 'Ich helfe gern.'],
    praise: ['Schön, dass es Ihnen gefällt.', 'Das höre ich gern.'],
    told: ['Danke, gut zu wissen.', 'Notiert, das hilft mir sehr.', 'Schön, danke für die Info.'],
    wellBeing: ['Mir geht es gut, danke. Was darf ich Ihnen zeigen?'],
    smallTalk: ['Ha! Für Ihre Fragen bin ich auch ganz Ohr.', 'Da ist was dran. Was darf ich Ihnen zeigen?'],
    amusement: ['Ha, auch wieder wahr.', 'Ha, da ist was dran.', 'Ha, das gefällt mir.'],
    sympathy: ['Oh, das kann ich mir vorstellen.', 'Das glaube ich Ihnen.', 'Das passiert den Besten.'],
    unsure: (title) => [
      `Ich bin nicht sicher, ob das Ihre Frage beantwortet: ${title} ist das Nächste, was ich habe.`,
      `Ich würde in ${title} nachsehen, auch wenn ich nicht sicher bin, dass Sie das meinen.`,
      `Hm, da bin ich nicht sicher. Vielleicht finden Sie es in ${title}.`,
    ],
  },
  consultative: {
    acknowledgements: ['Gut, dass Sie das prüfen.', 'Das ist wichtig zu wissen.'],
    thanks: ['Gern geschehen.', 'Schön, dass es geholfen hat.', 'Selbstverständlich.'],
    praise: ['Gut, dann könnte es passen.', 'Schön, dass es für Sie Sinn ergibt.'],
    told: ['Das hilft mir, Sie zu verstehen, danke.', 'Verstehe, danke.', 'Das leuchtet ein.'],
    wellBeing: ['Gut, danke. Was wäre für Sie am nützlichsten?'],
    smallTalk: ['Wohl wahr. Was hat Sie heute hierher geführt?', 'Verstehe. Was wäre für Sie am nützlichsten?'],
    amusement: ['Auch wieder wahr.', 'Da ist etwas dran.', 'Verstehe.'],
    sympathy: ['Das kann ich mir vorstellen.', 'Das glaube ich Ihnen.', 'Das kommt vor.'],
    unsure: (title) => [
      `Ich bin nicht sicher, ob das Ihre Frage beantwortet: ${title} kommt dem am nächsten.`,
      `Es kommt darauf an, was Sie meinen; ${title} kommt am nächsten.`,
      `Sicher bin ich nicht. Vielleicht hilft ein Blick auf ${title}.`,
    ],
  },
  enthusiastic: {
    acknowledgements: ['Tolle Frage!', 'Schön, dass Sie fragen!'],
    thanks: ['Aber sehr gern!', 'Mit Vergnügen!', 'Immer wieder gern!'],
    praise: ['Das freut mich sehr!', 'Schön, dass Sie das so sehen!'],
    told: ['Klasse, danke für die Info!', 'Perfekt, das hilft!', 'Gut zu wissen!'],
    wellBeing: ['Mir geht es prima, danke! Was sehen wir uns an?'],
    smallTalk: ['Ha! Mal sehen, was ich Ihnen noch zeigen kann.', 'Herrlich! Was sehen wir uns an?'],
    amusement: ['Ha, auch wieder wahr!', 'Ha, da ist was dran!', 'Ha, herrlich!'],
    sympathy: ['Oh, das kann ich mir vorstellen!', 'Das glaube ich Ihnen!', 'Das passiert den Besten!'],
    unsure: (title) => [
      `Ich bin nicht sicher, ob das Ihre Frage beantwortet: ${title} sieht am besten aus!`,
      `Da bin ich nicht sicher, aber ${title} könnte es sein.`,
      `Versprechen kann ich es nicht, aber ${title} lohnt einen Blick!`,
    ],
  },
}
