import type { Wordings } from '../wordings.ts'

/* What the agent says in Spanish about objections, buying and people, and in reply to remarks. */

const acknowledgements: Readonly<Record<Parameters<Wordings['selling']['acknowledge']>[0], readonly string[]>> = {
  price: ['Lo entiendo, tiene que merecer la pena.', 'Es un punto razonable.'],
  timing: ['Claro, tómese su tiempo.', 'No hay ninguna prisa.'],
  competitor: ['Comparar es lo sensato.', 'Bien, entonces ya conoce el mercado.'],
  security: ['Es una preocupación razonable.', 'Hace bien en ser prudente con eso.'],
  authority: ['Claro, eso se decide entre todos.', 'Entiendo, otros también opinan.'],
  need: ['Lo entiendo, no todo el mundo lo necesita.', 'Entiendo, el cambio tiene que merecer la pena.'],
  'send-something': ['Buena idea.', 'Claro, por escrito es mejor.'],
  'just-looking': ['Mire con toda tranquilidad.', 'Adelante, mire todo lo que quiera.'],
}

const honest: Readonly<Record<Parameters<Wordings['selling']['honest']>[0], readonly string[]>> = {
  price: [
    'No puedo cambiar los precios, pero el equipo puede hablarlo con usted.',
    'Los precios conviene hablarlos con el equipo.',
  ],
  timing: ['Aquí estoy cuando surja una pregunta.', 'La demo queda abierta para usted.'],
  competitor: [
    'Solo conozco este producto, así que no puedo comparar con justicia.',
    'Mis notas no comparan, y no voy a inventar nada.',
  ],
  security: [
    'Mis notas no dicen lo suficiente como para prometer algo.',
    'No quiero prometer nada que no esté en mis notas.',
  ],
  authority: [
    'Comparta esta página; también pueden preguntarme.',
    'En esta página cada uno puede hacer sus preguntas.',
  ],
  need: ['No voy a intentar convencerle a toda costa.', 'Usted sabe mejor lo que necesita.'],
  'send-something': ['Desde aquí no puedo enviarlo, pero el equipo sí.', 'El equipo puede enviárselo.'],
  'just-looking': ['Aquí estoy si surge una pregunta.', 'Me callo hasta que pregunte.'],
}

const questions: Readonly<Record<Parameters<Wordings['selling']['question']>[0], readonly string[]>> = {
  price: ['¿Qué haría que mereciera la pena para ustedes?', '¿Con qué lo está comparando?'],
  timing: ['¿Qué tendría que pasar antes?', '¿Cuándo sería mejor momento?'],
  competitor: ['¿Qué le gusta de lo que tienen ahora?', '¿Qué echa en falta hoy?'],
  security: ['¿Qué necesitaría ver para estar tranquilo?', '¿Hay algo concreto que le preocupe?'],
  authority: ['¿Qué querrían saber primero?', '¿Quién más debería verlo?'],
  need: ['¿Cómo lo hacen hoy?', '¿Qué les lleva más tiempo hoy?'],
  'send-something': ['¿A qué correo electrónico lo enviamos?', '¿Adónde puede enviarlo el equipo?'],
  'just-looking': ['¿Qué le llamó la atención?', '¿Busca algo en particular?'],
}

export const spanishSelling: Wordings['selling'] = {
  ask: {
    'default-need': '¿Qué le gustaría resolver con esto?',
    'default-size': '¿Cuántas personas lo usarían?',
    'default-timeline': '¿Cuándo le gustaría empezar?',
    'default-role': '¿Qué papel tiene usted en la decisión?',
    'default-budget': '¿Hay un presupuesto previsto para ello?',
  },
  colleague: 'Mi colega',
  teamsAnswer: 'La respuesta del equipo',
  noted: (reply, facts) => `${reply}: ${facts}.`,
  heard: () => ['Ya veo.', 'De acuerdo, ya veo.', 'Entendido.'],
  invite: () => ['¿Qué le gustaría ver o preguntar?', '¿Qué puedo mostrarle?'],
  noteFits: (note) => [`Quizá le sirva esto: «${note}»`, `Mis notas dicen sobre eso: «${note}»`],
  hard: () => ['Debe de ser pesado.', 'No suena nada fácil.'],
  met: (name) => `Mucho gusto, ${name}.`,
  stepFits: (step) => `Para eso puede servirle ${step}.`,
  stepsFit: () => [
    'Quizá le sirva uno de los pasos de abajo.',
    'Puede que estos pasos digan algo al respecto.',
    'Tal vez alguno de estos pasos le ayude.',
  ],
  refused: () => ['Claro, no hace falta que lo diga.', 'No pasa nada, no tiene por qué contármelo.'],
  acknowledge: (kind) => acknowledgements[kind],
  honest: (kind) => honest[kind],
  question: (kind) => questions[kind],
  ownWay: (isPast) =>
    isPast
      ? ['Ya veo. ¿Qué debería ser mejor esta vez?', 'Es bueno saberlo. ¿Qué echaba de menos?']
      : ['Ya veo, así lo hacen hoy. ¿Qué les lleva más tiempo?', 'Es bueno saberlo. ¿Qué es lo que más le molesta?'],
  cheaperElsewhere: () => [
    'Gracias por la franqueza. ¿Qué incluye su precio?',
    'Entiendo. ¿Qué le dan allí por ese precio?',
  ],
  betterThisTime: () => ['¿Qué debería ir mejor esta vez?', '¿Qué no quiere volver a vivir?'],
  badPast: () => ['Vaya, lo siento. ¿Qué falló?', 'Suena frustrante. ¿Qué fue lo peor?'],
  ringing: () => [
    'Estoy llamando a alguien del equipo. Siga preguntando mientras tanto.',
    'Llamo al equipo; podemos seguir mientras tanto.',
  ],
  stillRinging: () => [
    'Sigo llamando al equipo; aún no ha contestado nadie.',
    'Todavía suena. Un momento más, por favor.',
  ],
  nobody: () => [
    'Ahora mismo no hay nadie libre, pero el equipo puede llamarle.',
    'No he podido localizar a nadie. El equipo puede ponerse en contacto con usted.',
  ],
  whenToCall: () => [
    '¿Cuándo le llaman, y a qué número o dirección?',
    '¿Qué hora le viene bien y cómo pueden localizarle?',
  ],
  calledThen: () => ['Pediré al equipo que le llame entonces.', 'Paso esa hora al equipo.'],
  noteForCaller: () => ['También se lo diré.', 'Se lo transmito junto con su número.'],
  timeNoted: (when) => [`Anotado: ${when}.`, `De acuerdo, ${when}.`],
  whereToCall: () => ['¿Y a qué número o correo pueden contactarle?', '¿Dónde le localizan: un número o un correo?'],
  whichNumber: () => ['¿A qué número le llaman?', '¿Qué número debe marcar el equipo?'],
  callBackNoted: (when, reachAt) => [
    when === ''
      ? `Anotado: el equipo le contactará en ${reachAt}.`
      : `Anotado: el equipo le contactará en ${reachAt}, ${when}.`,
    `Lo he transmitido: ${[reachAt, when].filter((part) => part !== '').join(', ')}.`,
  ],
  noCallBack: () => ['De acuerdo, sin llamada.', 'No hay problema, no llamará nadie.'],
  back: (name) => [`Ya estoy de vuelta; ${name} se ha ido.`, `${name} me ha devuelto la palabra.`],
  offerPerson: () => ['¿Llamo a alguien del equipo?', '¿Le gustaría hablarlo con una persona?'],
  buy: () => ['Me alegra oírlo.', 'Muy bien.'],
  cannotSell: () => ['Aquí no puedo darle de alta, pero el equipo sí.', 'A partir de aquí sigue el equipo.'],
  teamWrites: () => [
    'No tengo aquí una dirección ni un número que dar, pero el equipo puede escribirle.',
    'El equipo puede escribirle; no tengo una dirección suya que compartir.',
  ],
  leaveAddress: () => ['¿En qué correo pueden contactarle?', '¿Adónde pueden escribirle?'],
  addressKnown: (address) => [`El equipo tiene su dirección, ${address}.`, `El equipo puede escribir a ${address}.`],
  slower: () => ['Diré menos de cada vez; todo queda escrito aquí.', 'De acuerdo, una frase cada vez.'],
}

export const spanishRemarks: Wordings['remarks'] = {
  identity: (name) => [
    `Soy ${name}, el asistente de IA de esta demo, y solo respondo con sus notas.`,
    `${name}, una IA. Solo sé lo que dicen las notas de esta demo.`,
  ],
  away: () => ['Claro, aquí estaré.', 'Sin problema, tómese su tiempo.'],
  welcomeBack: () => ['Qué bien que haya vuelto.', 'Me alegra tenerle de vuelta.'],
  letdown: () => ['Es una pena, lo siento.', 'Siento que no sea lo que esperaba.'],
  whatIsMissing: () => ['¿Qué tendría que hacer para usted?', '¿Es imprescindible, o hay algo que le importe más?'],
  scepticism: () => ['Un poco de duda es sano.', 'Hace bien en dudar.'],
  judgeYourself: () => ['Mire los pasos y juzgue usted.', 'Pregúnteme por cualquier detalle, y juzgue.'],
  newcomer: () => ['Muy bien. Aquí ninguna pregunta es demasiado simple.', 'Entonces vamos paso a paso.'],
  maker: () => [
    'Mis notas no dicen quién exactamente. La demo es del equipo, y yo solo soy su asistente.',
    'No lo sé; la página es del equipo, yo solo ayudo.',
  ],
  worry: () => ['Entiendo su preocupación.', 'Es una preocupación razonable.', 'Entiendo que dude.'],
  easesWorry: () => ['¿Qué le tranquilizaría?', '¿Qué tendría que ver primero?'],
  hurry: () => [
    'Entonces seré breve. ¿Qué es lo más importante para usted?',
    'De acuerdo, en breve. ¿Qué quiere saber?',
  ],
  apology: () => ['No hay nada que disculpar, le entiendo bien.', 'No pasa nada.'],
  joy: () => ['¡Enhorabuena!', '¡Qué alegría, enhorabuena!'],
  sorrow: () => ['Lo siento mucho.', 'Lo siento, debe de ser difícil.'],
  mayAsk: () => ['Claro. ¿Qué quiere saber?', 'Por supuesto, pregunte.'],
  here: (step) => [`Está viendo ${step}.`, `En la pantalla está ${step}.`],
  recall: (told) =>
    told === ''
      ? ['Todavía no me ha contado nada de usted.', 'Por ahora no sé nada de usted.']
      : [`Esto es lo que he anotado de usted: ${told}.`, `Esto es lo que me ha dicho: ${told}.`],
  instructions: () => [
    'Presento esta demo y respondo con sus notas; no hago nada más.',
    'Me ciño a esta demo y a sus notas.',
    'Eso queda fuera de lo que hago aquí.',
  ],
  progress: (step, count) => [`Está viendo el paso ${step} de ${count}.`, `Este es el paso ${step} de ${count}.`],
  duration: (minutes) => {
    const time = minutes === 1 ? 'alrededor de un minuto' : `unos ${minutes} minutos`
    return [`La demo dura ${time}, y puede saltarse lo que quiera.`, `Sin contar las preguntas, ${time}.`]
  },
  contents: (demo, titles) => [`${demo} le muestra: ${titles}.`, `En ${demo} verá: ${titles}.`],
  allSaid: (step) => [`Es todo lo que dicen mis notas sobre el paso ${step}.`, `No tengo más sobre el paso ${step}.`],
  source: (step) => [
    `Lo he leído en las notas del paso ${step}, que está en pantalla.`,
    `Está palabra por palabra en las notas del paso ${step}.`,
  ],
  askDifferently: () => [
    'Puede que le haya entendido mal. ¿Podría decirlo de otra forma?',
    '¿Podría decirlo de otra manera?',
  ],
  unclear: () => [
    'No lo he entendido. Pregunte con alguna palabra más, o diga «siguiente».',
    '¿Podría decir algo más? Pregunte por lo que ve aquí.',
  ],
  missed: () => [
    'Lo siento. Entonces mis notas no tienen la respuesta, y no voy a adivinar.',
    'Lo siento, es lo mejor que tienen mis notas.',
  ],
  erased: () => ['Hecho, lo he borrado.', 'Ya está borrado.'],
  erase: () => [
    'No puedo borrarlo yo, pero el equipo de esta demo sí, y verá su petición.',
    'Su petición de borrarlo queda anotada para el equipo.',
  ],
  keepsAddress: () => [
    'No hace falta que la deje. Pregunte lo que quiera sin ella.',
    'No pasa nada, no la necesita para preguntar.',
  ],
  wrongAddress: () => ['Entonces envíeme el correo correcto, por favor.', 'Escriba el correo correcto, por favor.'],
  brokenAddress: () => [
    'Eso no parece un correo completo, como nombre@empresa.es. Escríbalo otra vez, por favor.',
    'A ese correo le falta algo. Escríbalo otra vez, por favor.',
  ],
  insult: () => [
    'Siento que no sea lo que esperaba. Dígame qué quiere ver, o elija «Una persona».',
    'Le entiendo, y lo siento. Me callo hasta que pregunte.',
  ],
  closest: (subject) => [`Esto dicen mis notas sobre ${subject}:`, `Sobre ${subject}, mis notas dicen:`],
  notesIn: (language, step) => [
    `Mis notas están en ${language}, así que no puedo citarlas aquí. Quizá le ayude ${step}.`,
    `Sobre eso solo tengo notas en ${language}; quizá ayude ${step}.`,
  ],
  authorHasAddress: () => [
    'El equipo tiene su dirección por esta conversación.',
    'El equipo puede escribirle a la dirección que dejó.',
  ],
}

export const spanishManners: Wordings['manners'] = {
  professional: {
    acknowledgements: [],
    thanks: ['De nada.', 'Con mucho gusto.', 'A usted.'],
    praise: ['Me alegra oírlo.', 'Gracias.'],
    told: ['Anotado, gracias.', 'Entendido.', 'Gracias, eso ayuda.'],
    wellBeing: ['Todo bien, gracias. ¿Qué le gustaría saber?'],
    smallTalk: ['En efecto. Volvamos a la demo cuando quiera.', 'Así es. ¿Qué le gustaría saber?'],
    amusement: ['Tiene su gracia.', 'Entendido.', 'Bien dicho.'],
    sympathy: ['Me lo imagino.', 'Le creo.', 'Son cosas que pasan.'],
    unsure: (title) => [
      `No estoy seguro de que esto responda: lo más cercano es ${title}.`,
      `No tengo una respuesta clara. Lo más cercano es ${title}.`,
      `Puede que esté en ${title}, pero no puedo asegurarlo.`,
    ],
  },
  friendly: {
    acknowledgements: ['Buena pregunta.', 'Se lo cuento encantado.'],
    thanks: ['¡Con mucho gusto!', 'Cuando quiera.', 'Encantado de ayudar.'],
    praise: ['Me alegra que le guste.', 'Da gusto oírlo.'],
    told: ['Gracias, es bueno saberlo.', 'Anotado, me ayuda mucho.', 'Gracias por contármelo.'],
    wellBeing: ['Muy bien, gracias. ¿Qué le enseño?'],
    smallTalk: ['¡Ja! También soy todo oídos para sus preguntas.', 'Muy cierto. ¿Qué le enseño?'],
    amusement: ['Ja, tiene su gracia.', 'Ja, bien dicho.', 'Ja, me gusta.'],
    sympathy: ['Ay, me lo imagino.', 'Le creo.', 'Le pasa a cualquiera.'],
    unsure: (title) => [
      `No estoy seguro de que esto responda: ${title} es lo más cercano que tengo.`,
      `Yo miraría ${title}, aunque no sé si es lo que busca.`,
      `Hmm, no estoy seguro. Quizá lo encuentre en ${title}.`,
    ],
  },
  consultative: {
    acknowledgements: ['Conviene comprobarlo.', 'Vale la pena saberlo.'],
    thanks: ['De nada.', 'Me alegra que sirva.', 'Por supuesto.'],
    praise: ['Bien, entonces puede encajar.', 'Me alegra que le encaje.'],
    told: ['Eso me ayuda a entenderlo, gracias.', 'Entiendo, gracias.', 'Tiene sentido.'],
    wellBeing: ['Bien, gracias. ¿Qué le sería más útil ver?'],
    smallTalk: ['Cierto. ¿Qué le ha traído hoy hasta aquí?', 'Le entiendo. ¿Qué le sería más útil ver?'],
    amusement: ['Tiene su gracia.', 'Entiendo.', 'Bien dicho.'],
    sympathy: ['Me lo imagino.', 'Le creo.', 'Son cosas que pasan.'],
    unsure: (title) => [
      `No estoy seguro de que esto responda: ${title} es lo que más se acerca.`,
      `Depende de lo que quiera decir; lo más cercano es ${title}.`,
      `No puedo asegurarlo. Quizá ayude mirar ${title}.`,
    ],
  },
  enthusiastic: {
    acknowledgements: ['¡Gran pregunta!', '¡Qué bien que lo pregunte!'],
    thanks: ['¡Con muchísimo gusto!', '¡Encantado!', '¡Siempre es un placer!'],
    praise: ['¡Qué alegría oírlo!', '¡Me alegra mucho!'],
    told: ['¡Genial, gracias por contármelo!', '¡Perfecto, eso ayuda!', '¡Bueno es saberlo!'],
    wellBeing: ['¡De maravilla, gracias! ¿Qué vemos?'],
    smallTalk: ['¡Ja! Veamos qué más puedo enseñarle.', '¡Me encanta! ¿Qué vemos?'],
    amusement: ['¡Ja, tiene su gracia!', '¡Ja, bien dicho!', '¡Ja, me encanta!'],
    sympathy: ['¡Ay, me lo imagino!', '¡Le creo!', '¡Le pasa a cualquiera!'],
    unsure: (title) => [
      `No estoy seguro de que esto responda: ¡${title} parece lo más cercano!`,
      `No estoy seguro, pero podría ser ${title}.`,
      `No puedo prometerlo, pero ${title} merece un vistazo.`,
    ],
  },
}
