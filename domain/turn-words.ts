import { baseLanguage } from './spoken-signs.ts'

/* Words that indicate whether a visitor has finished, by language. Lower case; phrases are words joined by spaces. */

export interface TurnWords {
  /** Filler sounds. */
  readonly fillers: ReadonlySet<string>
  /** Conjunctions, articles and the like: no sentence ends with them, whatever the recogniser's punctuation. */
  readonly neverLast: ReadonlySet<string>
  /** Prepositions, auxiliaries and adverbs: a sentence can end with them, but rarely does. */
  readonly seldomLast: ReadonlySet<string>
  /** Auxiliaries that end a short answer (“yes, we are”). */
  readonly auxiliaries: ReadonlySet<string>
  readonly pronouns: ReadonlySet<string>
  /** What may precede a question: “so”, “okay”. */
  readonly lead: ReadonlySet<string>
  readonly questionStarts: ReadonlySet<string>
  /** Questions that can end with a preposition (“what do you use it for”). */
  readonly stranding: ReadonlySet<string>
  /** Commands that are complete with two more words: “show me the prices”. */
  readonly orders: ReadonlySet<string>
  /** Complete on their own. */
  readonly complete: ReadonlySet<string>
  readonly yes: ReadonlySet<string>
  readonly no: ReadonlySet<string>
  readonly times: ReadonlySet<string>
  /** Without words that are also pronouns (“the other one”). */
  readonly numbers: RegExp
  /** Zero to nine, as dictated in a phone number. */
  readonly digits: ReadonlySet<string>
  /** “my name is”. */
  readonly nameIntro: ReadonlySet<string>
  readonly backChannels: ReadonlySet<string>
  readonly stops: ReadonlySet<string>
  /** Words after a stop word: “stop please”. Only for languages where stop words also start ordinary sentences. */
  readonly stopEnds: ReadonlySet<string> | null
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(',').map((word) => word.trim()))
}

const none: ReadonlySet<string> = new Set()

const unknownLanguage: TurnWords = {
  fillers: none,
  neverLast: none,
  seldomLast: none,
  auxiliaries: none,
  pronouns: none,
  lead: none,
  questionStarts: none,
  stranding: none,
  orders: none,
  complete: none,
  yes: none,
  no: none,
  times: none,
  numbers: /^\d/,
  digits: none,
  nameIntro: none,
  backChannels: none,
  stops: none,
  stopEnds: null,
}

const english: TurnWords = {
  fillers: words('um, umm, uh, uhm, er, erm, hm, hmm, mm, ah, like, well, you know, i mean, let me think, let me see'),
  neverLast: words(
    'and, or, but, because, cause, so, if, whether, than, the, a, an, my, our, your, their, his, its, i, to, of, very, ' +
      "i'm, we're, they're, it's, you're, i'd, i'll, we'd, we'll, i've, we've, for example, such as, so that, as well as, " +
      'kind of, sort of, as long as, even though, although, while, unless, until, every, between, think that, ' +
      'know that, can you, could you, would you, will you, do you, can i, can we, could we, do we, is there, are there, what about, how about',
  ),
  seldomLast: words(
    'at, for, from, in, into, on, onto, with, without, about, by, under, over, through, via, per, like, as, before, ' +
      'after, since, which, who, where, when, what, how, some, any, more, just, mostly, really, maybe, probably, ' +
      "currently, basically, actually, around, we, they, he, she, don't, doesn't, didn't, isn't, aren't, wasn't, can't, " +
      "couldn't, won't, wouldn't, haven't, hasn't, going, using, called, instead, plus, minus, dot",
  ),
  auxiliaries: words(
    'is, are, was, were, am, be, been, do, does, did, have, has, had, can, could, will, would, should, might, must',
  ),
  pronouns: words('i, you, he, she, it, we, they, that, this, there'),
  lead: words(
    'so, and, but, okay, ok, well, um, uh, hi, hello, hey, yes, yeah, no, sure, right, then, also, sorry, please',
  ),
  questionStarts: words(
    "what, what's, how, how's, why, when, where, where's, who, who's, which, whose, is, are, was, were, do, does, did, " +
      "can, could, will, would, should, has, have, am, isn't, aren't, doesn't, don't, can't",
  ),
  stranding: words("what, what's, who, who's, which, where"),
  orders: words(
    "show, tell, go, open, explain, repeat, skip, book, let's, give, send, move, take, jump, continue, remind",
  ),
  complete: words(
    'next, back, go back, go on, go ahead, continue, repeat, repeat that, again, skip, skip this, thanks, thank you, ' +
      "that's it, that's all, bye, goodbye, hello, hi, stop, wait, never mind, show me, tell me more, of course, " +
      'sounds good, i guess so, i think so, thanks a lot, thank you very much, nothing, nothing else',
  ),
  yes: words(
    'yes, yeah, yep, yup, sure, ok, okay, absolutely, definitely, correct, right, exactly, please, great, perfect',
  ),
  no: words('no, nope, nah, not, never'),
  times: words(
    'monday, tuesday, wednesday, thursday, friday, saturday, sunday, today, tomorrow, tonight, morning, afternoon, ' +
      "evening, noon, lunch, week, month, first, second, third, last, am, pm, o'clock, half, quarter, anytime, whenever",
  ),
  numbers:
    /^(?:\d|(?:zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundreds?|thousands?|millions?|dozens?|none|couple)$)/,
  digits: words('zero, oh, one, two, three, four, five, six, seven, eight, nine, double, triple'),
  nameIntro: words("my, name, is, i'm, it's, it, this, call, me, name's, yes, sure, i, am, the"),
  backChannels: words(
    'uh-huh, uh huh, uhhuh, mm, mmm, mhm, mm-hmm, mm hmm, hm, hmm, aha, ah, oh, okay, ok, yeah, yep, yes, right, sure, ' +
      'i see, got it, cool, nice, great, wow, interesting, alright, all right, good, true, exactly, makes sense, no way, really',
  ),
  stops: words(
    'stop, stop it, wait, hold on, hang on, pause, shut up, be quiet, quiet, enough, one moment, just a moment, ' +
      'one second, just a second, one sec, just a sec, hold it, excuse me, silence',
  ),
  stopEnds: null,
}

const german: TurnWords = {
  fillers: words('äh, ähm, öh, öhm, hm, hmm, mh, also, tja, naja, na ja, sag mal, halt, sozusagen'),
  neverLast: words(
    'und, oder, aber, weil, denn, dass, ob, wenn, falls, als, der, die, das, dem, den, des, ein, eine, einen, einem, ' +
      'einer, mein, meine, unser, unsere, unseren, ihr, ihre, sehr, zum, zur, im, beim, zum beispiel, sowie, damit, obwohl, ich, zwischen',
  ),
  seldomLast: words(
    'am, um, in, mit, für, von, vom, bei, nach, aus, ohne, über, unter, zu, per, pro, gegen, seit, bis, wie, was, wo, ' +
      'etwa, ungefähr, circa, rund, wir, sie, nicht, kein, keine, noch, auch, nur, vielleicht, eigentlich, momentan, punkt, at, ät',
  ),
  auxiliaries: words(
    'ist, sind, war, waren, bin, habe, haben, hat, hatte, kann, können, will, wollen, wird, werden, würde, muss',
  ),
  pronouns: words('ich, du, er, sie, es, wir, das'),
  lead: words('also, und, aber, okay, ok, gut, hallo, hi, ja, nein, ähm, äh, dann, bitte, sag mal, noch'),
  questionStarts: words(
    'was, wie, wo, wer, wann, warum, wieso, weshalb, welche, welcher, welches, wieviel, wozu, womit, kann, kannst, ' +
      'können, könnt, könnten, könntest, gibt, ist, sind, hat, haben, habt, geht, läuft, funktioniert, darf, muss, werden, wird, bietet',
  ),
  stranding: none,
  orders: words(
    'zeig, zeige, zeigen, geh, gehe, gehen, öffne, erklär, erkläre, erklären, wiederhole, erzähl, buche, schick, schicken',
  ),
  complete: words(
    'weiter, zurück, nochmal, noch mal, noch einmal, danke, vielen dank, danke schön, danke sehr, das war alles, das wars, ' +
      'tschüss, auf wiedersehen, hallo, stopp, warte, mach weiter, gerne, nichts, bitte weiter',
  ),
  yes: words('ja, jawohl, jo, klar, gerne, gern, okay, ok, sicher, genau, richtig, stimmt, natürlich, passt, bitte'),
  no: words('nein, nee, nö, nicht, kein, keine, lieber'),
  times: words(
    'montag, dienstag, mittwoch, donnerstag, freitag, samstag, sonntag, heute, morgen, übermorgen, vormittag, vormittags, ' +
      'nachmittag, nachmittags, mittag, mittags, abend, abends, uhr, halb, viertel, woche, monat, erste, ersten, erster, zweite, zweiten, dritte, dritten, letzte, letzten',
  ),
  numbers:
    /^(?:\d|(?:\p{L}*und)?(?:null|eins|zwei|zwo|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|\p{L}+zehn|\p{L}+(?:zig|ßig)|\p{L}*hundert\p{L}*|\p{L}*tausend\p{L}*|millionen?|dutzend)$)/u,
  digits: words('null, eins, zwei, zwo, drei, vier, fünf, sechs, sieben, acht, neun'),
  nameIntro: words('mein, name, ist, ich, bin, heiße, heisse, das, der, die, ja, herr, frau'),
  backChannels: words(
    'aha, mhm, hm, hmm, mm, ah, oh, ach so, achso, okay, ok, ja, genau, gut, klar, stimmt, verstehe, ich verstehe, ' +
      'alles klar, super, cool, interessant, schön, richtig, wow, echt',
  ),
  stops: words(
    'stopp, stop, halt, warte, warten sie, wart mal, warte mal, moment, moment mal, einen moment, sekunde, eine sekunde, ' +
      'pause, ruhe, sei still, genug',
  ),
  stopEnds: null,
}

const french: TurnWords = {
  fillers: words('euh, heu, hum, hmm, ben, bah, bon, alors, voilà, disons, en fait, tu vois, vous voyez, comment dire'),
  neverLast: words(
    'et, ou, mais, car, parce que, que, si, puisque, comme, le, la, les, un, une, des, du, de, mon, ma, mes, notre, nos, ' +
      'votre, vos, leur, leurs, très, je, au, aux, par exemple, ainsi que, pour que, quand, entre',
  ),
  seldomLast: words(
    'à, avec, pour, dans, sur, sous, par, chez, sans, vers, depuis, avant, après, environ, plutôt, nous, on, il, elle, ' +
      'qui, dont, plus, moins, pas, peut-être, quel, quelle, quelque, quelques, point, arobase',
  ),
  auxiliaries: words(
    "est, c'est, sont, était, suis, sommes, avons, ont, peut, peux, pouvons, veux, voulons, va, allons",
  ),
  pronouns: words('je, tu, il, elle, on, nous, vous, ça, ce'),
  lead: words("et, mais, alors, donc, ok, okay, d'accord, bon, bonjour, salut, oui, non, euh, sinon, pardon"),
  questionStarts: words(
    "combien, comment, pourquoi, quand, où, qui, quel, quelle, quels, quelles, que, qu'est-ce, est-ce, est-il, peut-on, " +
      'peux-tu, pouvez-vous, pourriez-vous, y, avez-vous, as-tu, puis-je, est-ce-que, faut-il',
  ),
  stranding: none,
  orders: words(
    'montre, montrez, montre-moi, montrez-moi, allez, va, ouvre, ouvrez, explique, expliquez, répète, répétez, envoyez',
  ),
  complete: words(
    "suivant, suivante, retour, continue, continuez, encore, merci, merci beaucoup, c'est tout, au revoir, bonjour, stop, " +
      "attendez, répétez, d'accord, bien sûr, rien, rien d'autre",
  ),
  yes: words("oui, ouais, ok, okay, d'accord, bien, volontiers, exactement, parfait, absolument, si"),
  no: words('non, pas, jamais'),
  times: words(
    "lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche, aujourd'hui, demain, après-demain, matin, midi, " +
      'après-midi, soir, heure, heures, semaine, mois, premier, première, deuxième, second, seconde, troisième, dernier, dernière, demie, quart',
  ),
  numbers:
    /^(?:\d|(?:zéro|un|une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingts?|trente|quarante|cinquante|soixante|septante|huitante|octante|nonante|cents?|mille|millions?|dizaine|douzaine|vingtaine|trentaine|cinquantaine|centaine|(?:dix|vingt|trente|quarante|cinquante|soixante|quatre)-[\p{L}-]+)$)/u,
  digits: words('zéro, un, deux, trois, quatre, cinq, six, sept, huit, neuf'),
  nameIntro: words("je, m'appelle, mon, nom, est, c'est, suis, moi, oui, le, la, prénom"),
  backChannels: words(
    "hum, hmm, mm, mhm, ah, oh, oui, ouais, ok, okay, d'accord, je vois, bien, bon, très bien, compris, super, ah bon, " +
      "intéressant, exactement, c'est ça, voilà, génial",
  ),
  stops: words(
    'stop, arrête, arrêtez, attends, attendez, pause, un moment, un instant, une seconde, une minute, silence, ça suffit, taisez-vous',
  ),
  stopEnds: null,
}

const spanish: TurnWords = {
  fillers: words('eh, ehm, em, este, pues, mmm, hmm, o sea, bueno, a ver, digamos, es que'),
  neverLast: words(
    'y, e, o, u, pero, porque, que, si, como, cuando, aunque, el, la, los, las, un, una, unos, unas, mi, mis, nuestro, ' +
      'nuestra, nuestros, su, sus, muy, yo, de, del, al, a, por ejemplo, para que, ya que, entre',
  ),
  seldomLast: words(
    'en, con, para, por, sin, sobre, desde, hasta, hacia, según, unos, unas, alrededor, aproximadamente, quizás, más, ' +
      'menos, no, nosotros, él, ella, ellos, algún, alguna, cada, ahora, solo, punto, arroba',
  ),
  auxiliaries: words(
    'es, son, era, está, están, estamos, somos, soy, tengo, tenemos, hay, puede, podemos, quiero, queremos, necesito, necesitamos',
  ),
  pronouns: words('yo, tú, él, ella, usted, nosotros, eso, esto'),
  lead: words('y, pero, entonces, bueno, ok, okay, vale, hola, sí, no, eh, pues, perdón, oye, oiga, también'),
  questionStarts: words(
    'qué, cómo, cuánto, cuánta, cuántos, cuántas, cuándo, dónde, quién, cuál, cuáles, puedo, puedes, puede, podría, ' +
      'podrías, hay, tiene, tienen, tienes, se, funciona, es, son, existe, incluye',
  ),
  stranding: none,
  orders: words(
    'muestra, muéstrame, muéstreme, enséñame, enséñeme, ve, vaya, abre, abra, explica, explícame, repite, repita, envíame, envíeme',
  ),
  complete: words(
    'siguiente, atrás, continúa, continúe, sigue, siga, otra vez, de nuevo, gracias, muchas gracias, eso es todo, adiós, ' +
      'hola, para, espera, repite, claro, por supuesto, nada, nada más',
  ),
  yes: words('sí, si, claro, vale, ok, okay, bueno, perfecto, exacto, correcto, cierto, dale'),
  no: words('no, nunca, tampoco'),
  times: words(
    'lunes, martes, miércoles, jueves, viernes, sábado, domingo, hoy, mañana, tarde, noche, mediodía, semana, mes, ' +
      'primero, primera, segundo, segunda, tercero, tercera, último, última, media, cuarto',
  ),
  numbers:
    /^(?:\d|(?:cero|uno|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieci\p{L}+|veint\p{L}+|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien|cientos?|\p{L}+cient[oa]s|quinient[oa]s|mil|mill[oó]n|millones|docena)$)/u,
  digits: words('cero, uno, dos, tres, cuatro, cinco, seis, siete, ocho, nueve'),
  nameIntro: words('mi, nombre, es, me, llamo, soy, sí, el, la'),
  backChannels: words(
    'ajá, aja, mhm, mm, hmm, ah, oh, sí, vale, ok, okay, claro, ya, ya veo, entiendo, bien, muy bien, bueno, exacto, ' +
      'perfecto, genial, interesante, cierto, de acuerdo',
  ),
  stops: words(
    'para, pare, alto, stop, espera, espere, un momento, un segundo, pausa, silencio, basta, detente, cállate',
  ),
  // “Para” also means “for”.
  stopEnds: words('por favor, un momento, un segundo, ya, ahora, aquí, ahí'),
}

const byLanguage: Readonly<Record<string, TurnWords>> = { en: english, de: german, fr: french, es: spanish }

/** The words for a BCP 47 language; empty sets if there is no table. */
export function turnWordsOf(lang: string): TurnWords {
  return byLanguage[baseLanguage(lang)] ?? unknownLanguage
}
