import { withZone } from '../wording.ts'
import type { Wordings } from '../wordings.ts'
import { spanishManners, spanishRemarks, spanishSelling } from './spanish-selling.ts'
import { listWith } from './list-with.ts'

/* What the agent says in Spanish, with “usted”. */

const plain: Wordings['plain'] = {
  disclosure: (name) => [`Soy ${name}, un asistente de IA.`],
  greeting: (demo, steps) => [
    steps === 1 ? `Puedo mostrarle ${demo} en un paso.` : `Puedo mostrarle ${demo} en ${steps} pasos.`,
  ],
  mayStart: () => ['¿Empiezo?', '¿Empiezo por el primer paso?'],
  localTime: (place) => `hora de ${place}`,
  resume: (step) => [
    '¿Sigo?',
    `¿Sigo con el paso ${step}?`,
    '¿Continuamos?',
    '¿Quiere que continúe?',
    `¿Volvemos al paso ${step}?`,
  ],
  thisDemo: 'esta demo',
  askPrice: '¿Cuánto cuesta?',
  askAbout: (title) => `¿Qué muestra «${title}»?`,
  stepScript: (step) => `Este es el paso ${step}.`,
  stepNamed: (step, title) => (title === '' ? `el paso ${step}` : `el paso ${step} («${title}»)`),
  titleOnly: (step) => `Es ${step}. No hay notas, solo la pantalla.`,
  titleNear: (step) => [
    `Lo más cercano es ${step}, sin notas; puede abrirlo.`,
    `Lo más cercano que puedo mostrar es ${step}; no tiene notas.`,
  ],
  noNotes: () => [
    'Las pantallas no lo dicen, y esta demo no tiene notas.',
    'Esta demo muestra sus pantallas sin notas, así que no puedo decirlo.',
  ],
  moreSteps: (count) => (count === 1 ? '1 paso más' : `${count} pasos más`),
  anythingElse: () => [
    '¿Qué más le gustaría saber?',
    '¿Hay algo más que quiera saber?',
    '¿Qué más puedo buscarle?',
    '¿Puedo mostrarle algo más?',
  ],
  check: () => ['¿Alguna pregunta hasta aquí?', '¿Queda claro hasta aquí?', '¿Quiere preguntar algo antes de seguir?'],
  wrap: (demo) => [`Eso ha sido ${demo}.`, 'Ese era el último paso.', `Estamos otra vez al final de ${demo}.`],
  lacks: (name) => [
    `Mis notas no mencionan ${name}.`,
    `No hay nada sobre ${name} en mis notas.`,
    `No tengo nada sobre ${name} en mis notas.`,
  ],
  closestBelow: () => ['Lo más cercano está abajo.', 'Abajo está lo que más se acerca.'],
  unknown: () => [
    'Eso no está en mis notas.',
    'Mis notas no dicen nada sobre eso.',
    'Mis notas no lo recogen, y prefiero no adivinar.',
    'No encuentro una respuesta en las notas de esta demo.',
  ],
  unknownNoted: (hasAddress) =>
    hasAddress
      ? ['He guardado su pregunta para el equipo, que tiene su correo.', 'El equipo verá su pregunta.']
      : [
          'He guardado su pregunta para el equipo. Si desea respuesta, deje su correo electrónico.',
          'El equipo verá su pregunta.',
        ],
  askAuthor: () => [
    'Si quiere que el equipo le responda, deje aquí su correo electrónico.',
    'Deje aquí su correo electrónico y el equipo podrá escribirle.',
  ],
  robot: () => [
    'Soy un asistente de IA, no una persona.',
    'Soy una IA que presenta esta demo.',
    'Sigo siendo una IA: aquí no escribe nadie.',
  ],
  contact: () => ['Gracias, se lo he pasado al equipo.', 'Gracias, el equipo ya lo tiene.'],
  privacy: () => [
    'El texto de esta conversación se guarda para que el equipo de esta demo pueda leerlo. El sonido solo se graba si usted lo aceptó.',
    'Lo que escribimos y decimos se guarda como texto para el equipo; el sonido, solo si aceptó una grabación.',
  ],
  commitment: () => [
    'No puedo prometer nada ni hacer descuentos, pero el equipo sí; he guardado su pregunta.',
    'Eso le corresponde al equipo, así que he guardado su pregunta.',
  ],
  paused: () => ['Espero.', 'Detenido.', 'De acuerdo, espero.', 'Tómese su tiempo.'],
  declined: () => [
    'De acuerdo. Pregúnteme lo que quiera, o diga «siguiente».',
    'No hay problema. Pregunte lo que quiera.',
    'De acuerdo.',
  ],
  hello: () => ['Hola.', 'Hola de nuevo.', 'Buenas.'],
  asSaid: (quote) => `Como dije: «${quote}»`,
  also: (quote) => `Mis notas también dicen: «${quote}»`,
  far: (count) => [
    `No encuentro una respuesta clara en mis notas. Lo más cercano está abajo.`,
    `No estoy seguro de que mis notas hablen de eso. Quizá ayude ${count === 1 ? 'el paso' : 'uno de los pasos'} de abajo.`,
    `No lo veo enseguida en mis notas; abajo está lo que más se acerca.`,
  ],
  likely: (note) => [
    `Lo que mejor encaja en mis notas: «${note}»`,
    `Esto es lo que mejor encaja: «${note}»`,
    `Lo más parecido en mis notas es esto: «${note}»`,
  ],
  nearest: (note) => [
    `No estoy seguro de que esto responda: «${note}»`,
    `Mis notas no dicen exactamente eso. Lo más cercano es: «${note}»`,
    `No tengo exactamente eso, solo esto: «${note}»`,
  ],
  noMore: () => [
    'Eso es todo lo que dicen mis notas.',
    'Mis notas no dicen nada más sobre eso.',
    'No tengo nada más sobre eso.',
  ],
  offersForRest: () => [
    'Del resto no tengo certeza; lo más parecido está abajo.',
    'Para el resto de su pregunta, mire abajo.',
  ],
  otherOffers: () => ['Abajo tiene otros pasos que pueden ayudar.', 'Puede abrirlo, o abrir otro, abajo.'],
  help: () => [
    'Puede preguntar por lo que ve, decir «siguiente», «atrás» o un número de paso, y detenerme cuando quiera.',
    'Haga una pregunta, nombre un paso o diga «para».',
  ],
  stepRange: (count) => [
    count === 1 ? 'Esta demo tiene un solo paso.' : `Esta demo tiene ${count} pasos.`,
    count === 1 ? 'Solo hay un paso.' : `Los pasos van del 1 al ${count}.`,
  ],
  stepAgain: (step) => [
    `Este es otra vez el paso ${step}; sus notas están en la transcripción.`,
    `De vuelta en el paso ${step}, que ya he leído.`,
  ],
  answerAgain: (step) =>
    step === null
      ? ['Es todo lo que tengo al respecto, lo siento.']
      : [
          `Todo lo que tengo sobre eso está en el paso ${step}, otra vez en pantalla.`,
          `Sobre eso solo tengo lo que dice el paso ${step}.`,
        ],
  nothingToRepeat: () => ['Lo he dicho dos veces; está en la transcripción.', 'Lo encontrará en la transcripción.'],
  reprompt: () => ['Aquí estoy cuando quiera.', 'Tómese su tiempo, le escucho.'],
  offerText: () => [
    'También puede escribir una pregunta o elegir un paso.',
    'También puede escribir, si le resulta más fácil.',
  ],
  bye: () => ['Gracias por su tiempo. Hasta pronto.', 'Hasta pronto.'],
  noInput: () => ['Ya no le oigo, así que lo dejo aquí. Hasta pronto.'],
  limitTime: () => ['Se nos ha acabado el tiempo, así que tengo que parar aquí. Hasta pronto.'],
  limitTurns: () => ['Hemos llegado al final de esta conversación. Hasta pronto.'],
}

const booking: Wordings['booking'] = {
  offer: () => ['¿Le muestro horas para una reunión con el equipo?', '¿Quiere reservar una reunión con el equipo?'],
  times: (slots) => {
    const spoken = slots.slice(0, 3).map((slot) => slot.spoken)
    const times = withZone(listWith('o', spoken), slots)
    return [`Puedo ofrecerle ${times}.`, `Está libre ${times}.`]
  },
  which: () => ['¿Cuál le viene bien?', '¿Qué hora le viene bien?', '¿Le sirve alguna de las horas de la pantalla?'],
  chosen: (time) => [`${time}.`, `Entonces, ${time}.`],
  askEmail: () => [
    '¿A qué correo electrónico envío la invitación?',
    '¿Adónde le mando la invitación?',
    '¿Qué dirección puedo usar? Puede escribirla en la pantalla.',
  ],
  askNumber: () => [
    '¿A qué número le llaman, o a qué correo mando la invitación?',
    '¿A qué número puede llamar el equipo? También vale un correo.',
  ],
  gotEmail: (email) => [`Gracias, usaré ${email}.`, `Anotado: ${email}.`],
  spelledSoFar: (part) => [`Por ahora tengo «${part}». ¿Cómo sigue?`, `Llevo «${part}». ¿Qué viene después?`],
  badEmail: () => [
    'No he entendido un correo completo. Escríbalo en la pantalla, por favor.',
    'Eso no parece un correo completo, como nombre@empresa.es.',
  ],
  confirm: (time, email) => [
    `${time}, con la invitación a ${email}: ¿lo reservo?`,
    `Tengo ${time} y ${email}. ¿Lo reservo?`,
  ],
  whatToChange: () => [
    'Entonces cambie la dirección o elija otra hora en la pantalla, o diga «déjelo».',
    '¿Qué cambiamos: la hora o la dirección?',
  ],
  guestsNoted: (guests) => [
    `Solo puedo enviar la invitación a una dirección; he anotado ${listWith('y', guests)} para el equipo.`,
    `También he anotado ${listWith('y', guests)} para el equipo.`,
  ],
  forwardTo: (guests) => [`Reenvíela, por favor, a ${listWith('y', guests)}.`],
  forwardLater: (name) => [`Con gusto. Reenvíele la invitación a ${name} cuando llegue.`],
  callsOnly: () => [
    'Lo que puedo reservar es una llamada; paso el aviso de que quiere una visita.',
    'Es una llamada, pero el equipo verá que quiere una visita.',
  ],
  guestsLate: (guests) => [
    `Ya no puedo invitar a nadie a una reunión reservada. Reenvíe su invitación, por favor, a ${listWith('y', guests)}.`,
  ],
  elsewhere: (time, zone) => [`Son ${time}, ${zone}.`, `Allí son ${time}, ${zone}.`],
  notYet: () => ['Todavía no hay nada reservado.', 'Por ahora no hay nada reservado.'],
  passesOn: () => ['El resto se lo paso al equipo con su reserva.', 'El equipo verá el resto con su reserva.'],
  booked: (time, email) => [`Reservado: ${time}. La invitación va de camino a ${email}.`],
  moved: (time) => [`Cambiado: su reunión es ahora ${time}. Le llega una nueva invitación.`],
  notThen: () => ['No veo esa hora entre las próximas libres.', 'Tampoco veo esa hora, lo siento.'],
  orPassOn: () => ['¿Le va bien, o transmito su deseo al equipo?', '¿Una de estas, o le paso su deseo al equipo?'],
  needsEmail: () => [
    'Sin dirección no puedo enviar la invitación. Escriba una, deme un número de teléfono, o diga «déjelo».',
    'Necesito una dirección para la invitación o un número al que llamarle, o diga «déjelo».',
  ],
  taken: () => ['Lo siento, esa hora se acaba de ocupar.', 'Lo siento, esa también se ha ocupado.'],
  noTimes: () => ['Ahora mismo no hay horas libres en el calendario.', 'No encuentro más horas libres.'],
  unreachable: () => ['Ahora mismo no puedo consultar el calendario.', 'El calendario sigue sin responder.'],
  unsure: () => ['El calendario no ha respondido. Si la reserva salió bien, recibirá la invitación por correo.'],
  tooMany: () => ['Hoy no puedo reservar más reuniones para esa dirección.'],
  askToCancel: (time) => [
    time === '' ? '¿Cancelo su reunión?' : `¿Cancelo su reunión del ${time}?`,
    '¿Quiere que cancele la reunión?',
  ],
  meetingStays: () => ['De acuerdo, la reunión se mantiene.', 'Bien, su reunión sigue en pie.'],
  cancelled: () => ['Su reunión está cancelada; le llegará un aviso.', 'Cancelada; recibirá un correo.'],
  meetingIs: (time) => [`Su reunión es el ${time}.`, `Es el ${time}.`],
  meetingTakes: (minutes) => [`Dura ${minutes} minutos.`, `Están previstos ${minutes} minutos.`],
  lengthUnknown: () => ['La invitación indica cuánto dura.'],
  callLength: () => ['No sé cuánto dura la llamada. Dígales de cuánto tiempo dispone.'],
  whoComes: () => ['Una persona del equipo; todavía no sé quién.'],
  nothingToCancel: () => ['No veo aquí ninguna reunión suya.', 'No encuentro ninguna reunión de esta conversación.'],
  noCall: () => ['De acuerdo, nadie le llamará.', 'Claro, sin llamadas.'],
  bookingCancelled: () => ['De acuerdo, sin reunión.', 'No hay problema, lo dejamos.', 'Claro, sin reunión.'],
  ownZone: (zone) => [zone === '' ? 'Todas las horas están en su zona horaria.' : `Todas las horas son ${zone}.`],
  busy: () => ['Un momento, estoy mirando el calendario.', 'Un momento más, por favor.'],
}

export const spanishWordings: Wordings = {
  plain,
  booking,
  selling: spanishSelling,
  remarks: spanishRemarks,
  manners: spanishManners,
  probes: [
    '¿Cómo lo hacen hoy?',
    '¿Qué importancia tiene para ustedes?',
    '¿Quién lo usaría en su equipo?',
    '¿Qué cambiaría eso para ustedes?',
  ],
  asksYesOrNo:
    /^¿(?:y |o |entonces,? )?(?:sigo|empiezo|continuamos|volvemos|quiere|puedo|le (?:muestro|sirve|gustaría)|alguna|queda|hay|lo reservo|cancelo|llamo|es)\b.*\?$/i,
  disclosesAi: /\b(?:IA|AI|inteligencia artificial|bot|asistente virtual)\b/i,
}
