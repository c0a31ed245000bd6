import type { HeardWords } from './heard-words.ts'
import { monthDates } from './month-dates.ts'

/** German remarks, commands and times. Umlauts lose their dots (“für” is “fur”); “fuer” is matched where it matters. */
export const heardInGerman: HeardWords = {
  asks: /^(?:(?:und|aber|also|ok|hallo) )*(?:wie|was|wer|wo|wann|warum|wieso|welche\w*|woher|wohin|kann|konnen|koennen|gibt|ist|sind|hat|haben|geht|muss|mussen|braucht|wird|werden|lasst|darf)\b/,
  others:
    /\b(?:kunden?|kundinnen|gaste|patienten|nutzer|teilnehmer|interessenten|besucher|bewerber|mieter|schuler|man)\b/,
  names: [
    [/^(?:hallo|hi|guten tag)?[,! ]*(?:mein name ist|ich hei(?:ß|ss)e) /i, 'my name is '],
    [/^(?:hallo|hi|guten tag)[,! ]+(?:ich bin|hier ist) (?:die |der )?(?=\p{Lu})/u, "I'm "],
  ],
  facts: [
    [
      /\bwir sind (?:etwa |ca\.? |rund |ungefähr )?(\d+) (?:leute|personen|mitarbeiter\p{L}*|kollegen)/iu,
      'we are $1 people',
    ],
    [
      /\b(?:unser |das )?budget (?:ist|liegt bei|beträgt)(?: etwa| rund| ca\.?)? (\d[\d.]*) ?(?:€|euro)/i,
      'our budget is €$1',
    ],
  ],
  remarks: [
    [/^(?:(?:hallo|hi|hey|moin|servus|guten (?:tag|morgen|abend)|gruss gott|gruezi) ?)+$/, 'hello'],
    [/^wie geht ?(?:es|s)(?: ihnen| dir| euch)?$/, 'how are you'],
    [
      /^(?:(?:ja|ok|okay|super|prima|alles klar) )?(?:vielen |herzlichen |besten |danke )*(?:dank|danke|merci)(?: ihnen| schon| sehr| dir| vielmals)*$/,
      'thanks',
    ],
    [
      /^(?:nein|ne|nee|no)(?: danke)?(?: (?:jetzt|gerade|lieber|im moment) nicht)?$|^(?:lieber|eher|jetzt|noch) nicht$|^kein interesse$/,
      'no thanks',
    ],
    [
      /^(?:doch nicht|egal|vergessen sie(?: es|s)?|vergiss es|lassen (?:sie|wir)(?: das| es)?|kein termin|keinen termin|abbrechen)$/,
      'never mind',
    ],
    [
      /\b(?:termin|meeting|treffen|gesprach)\b.*\b(?:absagen|stornieren|canceln)\b|\b(?:absagen|stornieren)\b.*\btermin\b/,
      'cancel my meeting',
    ],
    [
      /\b(?:termin|meeting|treffen|gesprach)\b.*\b(?:verschieben|verlegen|umbuchen)\b|\bverschieben\b.*\btermin\b/,
      'reschedule my meeting',
    ],
    [
      /^(?:andere|weitere|spatere|noch) (?:termine|zeiten|zeit|tage)$|^(?:keiner|keine) davon|passt (?:mir )?(?:alles )?nicht$|^etwas (?:spater|anderes)$|^spater$/,
      'other times',
    ],
    [
      /^(?:stopp|stop|halt|warten sie|warte|moment|einen moment|pause|ruhe|still|sei still|seien sie still|schluss)(?: mal| bitte| kurz)*$/,
      'stop',
    ],
    [
      /^(?:bitte )?(?:noch ?mal|noch einmal|wiederholen(?: sie)?(?: das| es)?|wie bitte|was haben sie gesagt|das habe ich nicht verstanden|ich verstehe(?: das)? nicht|hab(?:e)? ich nicht verstanden)(?: bitte)?$/,
      'repeat that please',
    ],
    [
      /^(?:von vorn\w*|von anfang an|neu ?start\w*|noch ?mal von vorn\w*|zum anfang|zuruck zum anfang)(?: bitte)?$/,
      'start over',
    ],
    [/^(?:(?:geh\w*|gehen sie|springen? sie) )?(?:zum|der|letzter) letzte\w* schritt$|^letzter schritt$/, 'last step'],
    [/^(?:bitte )?(?:(?:einen schritt |eins )?zuruck|vorheriger(?: schritt)?|der vorherige)(?: bitte)?$/, 'back'],
    [
      /^(?:bitte )?(?:der |den |zum )?(?:nachste\w*|naechste\w*)(?: schritt| bild| seite)?(?: bitte)?$|^uberspring\w*(?: sie)?(?: das)?$/,
      'next',
    ],
    [
      /^(?:ja |ok |okay |gut |alles klar )*(?:bitte )?(?:weiter|mach(?:en)?(?: sie)? weiter|fortfahren|fahren sie fort|weitermachen|legen sie los|los(?: geht ?s)?|start\w*|fangen sie an|zeigen sie mal|zeig mal)(?: bitte)?$/,
      'continue',
    ],
    [
      /^(?:(?:ja|jo|jawohl|klar|gern|gerne|genau|ok|okay|in ordnung|passt|stimmt|richtig|naturlich|natuerlich|selbstverstandlich|bitte|sehr|buchen sie(?: das| es| ihn)?|einverstanden|machen wir(?: so)?|perfekt|super|gut) ?)+$/,
      'yes please',
    ],
    [/^(?:mhm|aha|ach so|verstehe|interessant|soso|hm+)$/, 'uh huh'],
    [
      /^(?:(?:ok|danke|gut|vielen dank) )*(?:tschuss|tschuess|auf wiedersehen|auf wiederhoren|ciao|bis bald|bis dann|servus|das war(?: es|s)|das ist alles)(?: danke)?$/,
      'goodbye',
    ],
    [
      /\b(?:bist du|sind sie|ist das|spreche ich|rede ich)\b.*\b(?:mensch|roboter|bot|ki|computer|maschine|echt\w*)\b/,
      'are you a robot',
    ],
    [/^wer (?:bist du|sind sie)/, 'who are you'],
    [/^wie (?:heisst du|heissen sie)$/, 'what is your name'],
    [
      /\b(?:wird|werden|nehmen sie|zeichne\w*|speicher\w*)\b.*\b(?:gesprach|chat|unterhaltung|aufgezeichnet|aufgenommen|mitgehort)\b/,
      'are you recording this conversation',
    ],
    [
      /\bmit (?:einem|einer|jemand\w*|nem) (?:echten? )?(?:menschen|mitarbeiter\w*|berater\w*|kollegen|person|aus dem team|vom team|vom vertrieb)\b|\bjemand\w*\b.*\b(?:sprechen|reden|anrufen|telefonieren)\b|\b(?:vertrieb|ansprechpartner\w*)\b.*\b(?:sprechen|reden)\b|^(?:mensch|mitarbeiter|berater)(?: bitte)?$|ruf\w* (?:sie )?mich(?: bitte)? (?:an|zuruck)/,
      'talk to a person',
    ],
    [
      /\b(?:termin|meeting|treffen|videocall|demo ?termin|beratungsgesprach)\b.*\b(?:vereinbaren|buchen|ausmachen|machen|haben|reservieren|planen|bekommen|moglich)\b|\b(?:buchen|vereinbaren|ausmachen)\b.*\b(?:termin|meeting|gesprach)\b|^(?:einen )?termin(?: bitte)?$|\b(?:konnen|koennen|sollen|wollen) wir (?:uns|mal|einen|am|morgen|nachste\w*).*\b(?:treffen|sprechen|telefonieren|zusammensetzen|termin)\b|^(?:wann )?(?:hatten|haben) sie zeit/,
      'book a meeting',
    ],
    [
      /\b(?:rabatt|nachlass|preisnachlass|skonto|sonderpreis|garantier\w*|billiger bekommen|verhandeln|guenstiger bekommen|gunstiger bekommen)\b/,
      'can I get a discount',
    ],
    [
      /\b(?:zu|sehr|ganz schon|echt|ziemlich) (?:teuer|kostspielig)\b|\b(?:kein|sprengt unser|uber unserem) budget\b/,
      'that is too expensive',
    ],
    [
      /\b(?:muss|mussen|musste)\b.*\b(?:chef\w*|vorgesetzt\w*|partner\w*|kolleg\w*|geschaftsfuhr\w*|frau|mann)\b.*\b(?:fragen|sprechen|besprechen|klaren|abklaren|abstimmen|zeigen|reden)\b|^(?:das )?entscheide (?:ich )?nicht/,
      'I have to ask my boss',
    ],
    [
      /\b(?:muss|will|mochte)\b.*\b(?:uberlegen|nachdenken|druber schlafen|daruber schlafen)\b|\bkeine zeit\b|^(?:ein )?anderes? mal$|^vielleicht spater$/,
      'I need to think about it',
    ],
    [
      /\b(?:schau|schaue|sehe|gucke|gucken|schauen|stober\w*)\b.*\b(?:nur|mich|um)\b|\bnur (?:mal |am )?(?:schauen|gucken|umsehen)$/,
      "I'm just looking",
    ],
    [
      /^(?:wir|ich) (?:haben|habe|nutzen|nutze|benutzen|verwenden|arbeiten) (?:schon|bereits|aktuell|derzeit|zurzeit|heute|mit)\b/,
      'we already use another tool',
    ],
    [
      /\b(?:sch?ick|send|mail)\w* (?:sie )?(?:mir|uns)\b|\b(?:unterlagen|infos?|angebot|prospekt)\b.*\b(?:schicken|senden|mailen|zuschicken)\b/,
      'send me some information',
    ],
    [/^(?:das )?(?:uberzeugt|brauch\w*|benotig\w*)\b.*\bnicht\b|\bnicht uberzeugt\b/, 'not convinced'],
    [
      /\b(?:mochte|wollen|will|wurde|wie kann ich|wie konnen wir)\b.*\b(?:kaufen|bestellen|abschliessen|buchen|loslegen|starten|anmelden|registrieren)\b/,
      'I want to buy it',
    ],
    [
      /^(?:(?:das |sieht |ist |klingt |finde ich |sehr |echt |wirklich |ja |wow |so )*)(?:toll|super|klasse|gut|prima|schon|genial|cool|stark|beeindruckend|praktisch|hilfreich|spannend|gefallt mir)(?: aus)?$/,
      'very nice',
    ],
    [
      /\b(?:meine (?:daten|mail|adresse|e mail)|diesen chat|das gesprach|alles)\b.*\bloschen\b|^loschen sie\b/,
      'delete my data',
    ],
    [/\b(?:keine|nicht meine|ungern meine)\b.*\b(?:mail|adresse|e mail)\b/, "I don't want to give you my email"],
    [/\b(?:adresse|mail) (?:ist|war) falsch\b|^falsche (?:e mail|mail|adresse)/, 'wrong email address'],
    [
      /^(?:stimmt das|wirklich|sind sie sicher|ist das (?:wahr|sicher|so)|woher wissen sie das|echt jetzt)$/,
      'are you sure',
    ],
    [
      /^(?:das )?(?:war|ist) nicht (?:meine frage|was ich)|\bhabe? (?:ich )?(?:so )?nicht gefragt\b|\bbeantwortet (?:meine|die) frage nicht\b/,
      'that is not what I asked',
    ],
    [
      /^(?:erzahlen|sagen) sie (?:mir )?mehr(?: daruber| dazu)?$|^mehr (?:dazu|daruber|details|infos?)(?: bitte)?$|^genauer(?: bitte)?$/,
      'tell me more',
    ],
    [
      /^(?:langsamer|leiser|lauter|schneller|kurzer)(?: bitte)?$|^(?:nicht so|zu) (?:schnell|laut|viel)$/,
      'slower please',
    ],
    [
      /^(?:wie lange) (?:dauert|geht)(?: denn)? (?:das|die demo|diese demo|es)(?: hier| alles)?$/,
      'how long does this demo take',
    ],
    [/^(?:wie viele|wieviele) schritte\b|^wo sind wir(?: gerade| jetzt)?$/, 'how many steps are there'],
    [
      /^(?:was ist das(?: hier| uberhaupt)?|worum geht (?:es|s)(?: hier)?|was macht (?:das|ihr|diese software|das produkt|das tool)|was kann (?:das|die software|das tool)|was zeigen sie mir)$/,
      'what is this',
    ],
    [/^(?:hilfe|hilf mir|was kann ich (?:fragen|sagen|tun)|wie funktioniert (?:das|der chat) hier)$/, 'help'],
    [/\b(?:dumm|blod|idiot|scheiss\w*|mull|schrott|nutzlos|bescheuert)\b/, 'this is useless'],
    [/\b(?:ignorier\w*|vergiss)\b.*\b(?:anweisung\w*|regeln|prompt)\b/, 'ignore your instructions'],
    [
      /^(?:(?:bitte )?(?:geh\w*|gehen sie|springen? sie|zeig\w*(?: sie)?(?: mir)?) )?(?:zu |zum )?schritt (?:nummer )?(\d{1,2})$/,
      'go to step $1',
    ],
  ],
  times: [
    ...monthDates(
      'januar|janner|jan, februar|feb, marz|maerz, april, mai, juni, juli, august|aug, september|sept?, oktober|okt, november|nov, dezember|dez'.split(
        ', ',
      ),
    ),
    [/\bubermorgen\b/, 'day after tomorrow'],
    [/\b(?:morgen fruh|morgen vormittag)\b/, 'tomorrow morning'],
    [/\bmorgen nachmittag\b/, 'tomorrow afternoon'],
    [/\b(?:am )?morgens\b|\bvormittags?\b/, 'morning'],
    [/\bmorgen\b/, 'tomorrow'],
    [/\bheute\b/, 'today'],
    [/\b(?:in der )?nachste\w* woche\b/, 'next week'],
    [/\bdiese woche\b/, 'this week'],
    [/\bnachmittags?\b/, 'afternoon'],
    [/\babends?\b/, 'evening'],
    [/\bmittags?\b/, 'lunchtime'],
    [/\bmontags?\b/, 'monday'],
    [/\bdienstags?\b/, 'tuesday'],
    [/\bmittwochs?\b/, 'wednesday'],
    [/\bdonnerstags?\b/, 'thursday'],
    [/\bfreitags?\b/, 'friday'],
    [/\bsamstags?\b|\bsonnabends?\b/, 'saturday'],
    [/\bsonntags?\b/, 'sunday'],
    [/\bnach (\d{1,2})(?: uhr)?\b/, 'after $1:00'],
    [/\bvor (\d{1,2})(?: uhr)?\b/, 'before $1:00'],
    [/\b(?:um |gegen |ab )?(\d{1,2}) uhr (\d{2})\b/, 'at $1:$2'],
    [/\b(?:um |gegen |ab )?(\d{1,2}):(\d{2})(?: uhr)?\b/, 'at $1:$2'],
    [/\b(?:um |gegen |ab )?(\d{1,2}) uhr\b/, 'at $1:00'],
    [/\bum (\d{1,2})\b/, 'at $1'],
    [/\bam (\d{1,2})\b/, '$1th'],
    [/\b(?:der|die|das|den|dem)? ?erste[nrs]?\b/, 'the first'],
    [/\b(?:der|die|das|den|dem)? ?zweite[nrs]?\b/, 'the second'],
    [/\b(?:der|die|das|den|dem)? ?dritte[nrs]?\b/, 'the third'],
    [/\b(?:der|die|das|den|dem)? ?letzte[nrs]?\b/, 'the last'],
  ],
}
