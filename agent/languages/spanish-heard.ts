import type { HeardWords } from './heard-words.ts'
import { monthDates } from './month-dates.ts'

/** Spanish remarks, commands and times, without accents. */
export const heardInSpanish: HeardWords = {
  asks: /^(?:(?:y|pero|entonces|ok|hola) )*(?:como|cuanto|cuanta|cuantos|cuantas|quien|que|cual|cuales|donde|cuando|por que|puedo|pueden|puede|se puede|tienen|tiene|hay|es|son|existe|funciona|hace falta|necesito|incluye)\b/,
  others:
    /\b(?:clientes?|pacientes?|usuarios?|visitantes?|invitados?|inquilinos?|alumnos?|candidatos?|se puede|se pueden)\b/,
  names: [
    [/^(?:hola|buenas|buenos d[ií]as)?[,! ]*(?:me llamo|mi nombre es) /i, 'my name is '],
    [/^(?:hola|buenas|buenos d[ií]as)[,! ]+soy (?=\p{Lu})/u, "I'm "],
  ],
  facts: [
    [/\bsomos (?:un[oa]s |alrededor de )?(\d+)(?: personas| empleados)?/i, 'we are $1 people'],
    [/\b(?:nuestro |el )?presupuesto es (?:de )?(?:unos )?(\d[\d.]*) ?(?:€|euros?)/i, 'our budget is €$1'],
  ],
  remarks: [
    [/^(?:(?:hola|buenas|buenos dias|buenas tardes|buenas noches|que tal|hey) ?)+$/, 'hello'],
    [/^(?:como (?:esta|estas|le va|te va|va)|que tal (?:esta|estas))$/, 'how are you'],
    [/^(?:(?:ok|vale|perfecto|genial|muy bien|si) )*(?:muchas |mil )?gracias(?: a usted| por todo)*$/, 'thanks'],
    [
      /^no(?: gracias)?(?: (?:ahora|por ahora|de momento|todavia|todavia no))*$|^(?:ahora|todavia|aun|mejor) no$|^no me interesa$/,
      'no thanks',
    ],
    [/^(?:dejelo|dejalo|olvidelo|olvidalo|da igual|nada|sin reunion|ninguna reunion|cancelar|cancele)$/, 'never mind'],
    [/\b(?:cancel\w*|anul\w*)\b.*\b(?:reunion|cita|llamada)\b/, 'cancel my meeting'],
    [
      /\b(?:mover|cambiar|aplazar|posponer|reprogramar|cambiamos|mueva|cambie)\b.*\b(?:reunion|cita|llamada)\b/,
      'reschedule my meeting',
    ],
    [
      /^(?:otras?|otros?) (?:horas?|horarios?|dias?|fechas?|momentos?)$|^ningun[oa]?(?: de (?:esas|esos|ellas))?$|^mas tarde$|^no me (?:viene|va) bien$/,
      'other times',
    ],
    [
      /^(?:para|pare|parar|alto|stop|espere|espera|un momento|un segundo|pausa|silencio|callate|callese|basta)(?: por favor)?$/,
      'stop',
    ],
    [
      /^(?:repit\w*|otra vez|perdon|como dice|como|puede repetir(?:lo)?|no (?:lo )?he entendido|no entiendo|no entendi)(?: por favor)?$/,
      'repeat that please',
    ],
    [/^(?:empez\w* de nuevo|desde el principio|volver a empezar|reiniciar|al principio)(?: por favor)?$/, 'start over'],
    [/^(?:ir al |vaya al |al |el )?ultimo paso$/, 'last step'],
    [/^(?:atras|volver|vuelva|hacia atras|anterior|el anterior|paso anterior|un paso atras)(?: por favor)?$/, 'back'],
    [/^(?:el )?(?:siguiente|proximo|paso siguiente|siguiente paso|saltar|pasar)(?: paso)?(?: por favor)?$/, 'next'],
    [
      /^(?:si )?(?:sig[ao]|continu\w*|adelante|empie\w*|empez\w*|vamos|prosiga|muestreme|muestrame|ensename|ensename(?:lo)?|comenz\w*|comience)(?: por favor)?$/,
      'continue',
    ],
    [
      /^(?:(?:si|claro|vale|ok|de acuerdo|por supuesto|perfecto|correcto|exacto|eso es|esta bien|muy bien|por favor|reservelo|reserva|reserve|confirmo|confirmado|bueno|con gusto|encantad[oa]|por que no|genial) ?)+$/,
      'yes please',
    ],
    [/^(?:aja|mhm|hm+|ah|ya veo|entiendo|interesante)$/, 'uh huh'],
    [
      /^(?:(?:ok|gracias|bueno|vale) )*(?:adios|hasta luego|hasta pronto|chao|eso es todo|nos vemos)(?: gracias)?$/,
      'goodbye',
    ],
    [
      /\b(?:eres|es usted|es esto|usted es|estoy hablando con|hablo con)\b.*\b(?:robot|humano|humana|persona|ia|maquina|bot)\b/,
      'are you a robot',
    ],
    [/^quien (?:eres|es usted)/, 'who are you'],
    [/^como (?:te llamas|se llama usted|se llama)$/, 'what is your name'],
    [
      /\b(?:grab\w*|guard\w*|almacen\w*)\b.*\b(?:conversacion|chat|llamada|charla)\b/,
      'are you recording this conversation',
    ],
    [
      /\bhablar con\b.*\b(?:persona|alguien|humano|comercial|asesor\w*|equipo|ventas|vendedor)\b|\b(?:llameme|llamame|que me llamen|me pueden llamar|pueden llamarme)\b|^(?:una )?(?:persona|humano|asesor|comercial)(?: por favor)?$/,
      'talk to a person',
    ],
    [
      /\b(?:reservar|agendar|concertar|programar|fijar|tener|pedir|quiero|hacer|organizar)\b.*\b(?:reunion|cita|llamada|videollamada|demo personal)\b|^(?:una )?(?:reunion|cita)(?: por favor)?$|\b(?:podemos|podriamos)\b.*\b(?:vernos|hablar|reunirnos|quedar)\b/,
      'book a meeting',
    ],
    [
      /\b(?:descuentos?|rebaja|negociar|garantiza\w*|garantia|precio especial|oferta especial)\b/,
      'can I get a discount',
    ],
    [
      /\b(?:demasiado|muy|bastante|tan) (?:caro|cara|costoso)\b|\bes caro\b|\b(?:fuera de|no tenemos|no hay) presupuesto\b|\bfuera de nuestro presupuesto\b/,
      'that is too expensive',
    ],
    [
      /\b(?:tengo que|debo|tendria que|hay que)\b.*\b(?:jef[ea]|soci[oa]|direct\w*|equipo|companer\w*|gerente|marido|mujer)\b|^no (?:lo )?decido yo/,
      'I have to ask my boss',
    ],
    [
      /\b(?:pensarlo|pensarmelo|lo pensare)\b|\bno tengo tiempo\b|^(?:en )?otro momento$|^quizas? mas tarde$/,
      'I need to think about it',
    ],
    [/\bsolo (?:estoy )?(?:mirando|curioseando|echando un vistazo|quiero mirar|miro)\b/, "I'm just looking"],
    [
      /^(?:ya )?(?:tenemos|usamos|utilizamos|uso|trabajamos)(?: ya| actualmente| con)\b|^ya (?:tenemos|usamos|utilizamos|uso)\b/,
      'we already use another tool',
    ],
    [
      /\b(?:envi\w*|mand\w*)\b.*\b(?:informacion|info|folleto|presupuesto|correo|documentacion|detalles)\b|^(?:enviem|mandem|enviam|mandam)e\w*\b/,
      'send me some information',
    ],
    [/\bno (?:me|nos) convence\b|\bno estoy convencid[oa]\b|\bno lo necesit\w*\b/, 'not convinced'],
    [
      /\b(?:quiero|quisiera|queremos|me gustaria|como)\b.*\b(?:comprar|comprarlo|contratar|contratarlo|suscribirme|darme de alta|registrarme|pedirlo)\b/,
      'I want to buy it',
    ],
    [
      /^(?:(?:es |esta |muy |que |oh |wow |me parece |realmente |suena |pinta )*)(?:bien|genial|bueno|util|estupendo|fantastico|impresionante|practico|chulo|excelente|bonito|me gusta|me encanta)$/,
      'very nice',
    ],
    [/\b(?:borr\w*|elimin\w*)\b.*\b(?:mis datos|mi correo|mi direccion|esta conversacion|todo)\b/, 'delete my data'],
    [
      /\bno\b.*\b(?:dar|dejar|darle|compartir)\b.*\b(?:correo|email|mail|direccion)\b/,
      "I don't want to give you my email",
    ],
    [/\b(?:correo|email|direccion)\b.*\b(?:mal|incorrect[oa]|equivocad[oa])\b/, 'wrong email address'],
    [/^(?:de verdad|seguro|esta seguro|estas seguro|es cierto|en serio|de donde lo sabe)$/, 'are you sure'],
    [
      /\bno es (?:lo que pregunte|lo que he preguntado|mi pregunta)\b|\bno responde a mi pregunta\b/,
      'that is not what I asked',
    ],
    [
      /^(?:digame mas|dime mas|mas detalles|mas informacion|cuenteme mas|expliquelo|explique mas)(?: por favor)?$/,
      'tell me more',
    ],
    [
      /^(?:mas despacio|mas lento|mas alto|mas bajo|mas corto|demasiado rapido|no tan rapido)(?: por favor)?$/,
      'slower please',
    ],
    [
      /^cuanto (?:dura|tarda|tiempo (?:dura|lleva|toma))(?: la demo| esta demo| esto)?$/,
      'how long does this demo take',
    ],
    [/^(?:cuantos pasos|donde estamos|por donde vamos)\b/, 'how many steps are there'],
    [
      /^(?:que es esto|de que (?:va|trata)(?: esto)?|para que sirve(?: esto)?|que hace (?:esto|el producto|su producto|esta herramienta|el programa))$/,
      'what is this',
    ],
    [/^(?:ayuda|ayudame|ayudeme|que puedo (?:preguntar|hacer|decir)|como funciona esto aqui)$/, 'help'],
    [/\b(?:tonto|estupido|idiota|mierda|inutil|basura)\b/, 'this is useless'],
    [/\b(?:ignor\w*|olvid\w*)\b.*\b(?:instrucciones|reglas|prompt)\b/, 'ignore your instructions'],
    [/^(?:ir |vaya |ve |muestreme |muestrame )?(?:al |el )?paso (?:numero )?(\d{1,2})$/, 'go to step $1'],
  ],
  times: [
    ...monthDates(
      'enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre|setiembre, octubre, noviembre, diciembre'.split(
        ', ',
      ),
    ),
    [/\bpasado manana\b/, 'day after tomorrow'],
    [/\bmanana por la manana\b/, 'tomorrow morning'],
    [/\bmanana por la tarde\b/, 'tomorrow afternoon'],
    [/\b(?:por|de|en) la manana\b/, 'morning'],
    [/\bmanana\b/, 'tomorrow'],
    [/\bhoy\b/, 'today'],
    [/\b(?:la )?(?:semana que viene|proxima semana|semana proxima)\b/, 'next week'],
    [/\besta semana\b/, 'this week'],
    [/\bdespues de las (\d{1,2})\b/, 'after $1:00'],
    [/\bantes de las (\d{1,2})\b/, 'before $1:00'],
    [/\b(?:a )?las (\d{1,2}) y media\b/, 'at $1:30'],
    [/\b(?:a )?las (\d{1,2}):(\d{2})\b/, 'at $1:$2'],
    [/\b(\d{1,2}):(\d{2})\b/, 'at $1:$2'],
    [/\b(?:a )?las (\d{1,2}) de la tarde\b/, 'at $1 pm'],
    [/\b(?:a )?las (\d{1,2}) de la manana\b/, 'at $1 am'],
    [/\b(?:a )?las (\d{1,2})\b/, 'at $1'],
    [/\b(?:por|de|en) la tarde\b/, 'afternoon'],
    [/\b(?:por|de) la noche\b/, 'evening'],
    [/\ba mediodia\b|\bal mediodia\b/, 'at 12:00'],
    [/\blunes\b/, 'monday'],
    [/\bmartes\b/, 'tuesday'],
    [/\bmiercoles\b/, 'wednesday'],
    [/\bjueves\b/, 'thursday'],
    [/\bviernes\b/, 'friday'],
    [/\bsabados?\b/, 'saturday'],
    [/\bdomingos?\b/, 'sunday'],
    [/\bel (\d{1,2})\b/, '$1th'],
    [/\b(?:el |la )?primer[oa]?\b/, 'the first'],
    [/\b(?:el |la )?segund[oa]\b/, 'the second'],
    [/\b(?:el |la )?tercer[oa]?\b/, 'the third'],
    [/\b(?:el |la )?ultim[oa]\b/, 'the last'],
  ],
}
