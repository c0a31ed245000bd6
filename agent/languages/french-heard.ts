import type { HeardWords } from './heard-words.ts'
import { monthDates } from './month-dates.ts'

/** French remarks, commands and times, without accents. Apostrophes are replaced with spaces. */
export const heardInFrench: HeardWords = {
  asks: /^(?:(?:et|mais|alors|ok|bonjour) )*(?:comment|combien|qui|que|qu|quoi|quel\w*|ou|quand|pourquoi|est ce|peut|pouvez|puis|avez|y a|faut|a t|c est|existe)\b/,
  others:
    /\b(?:clients?|clientes|patients?|utilisateurs?|visiteurs?|convives?|invites?|locataires?|eleves?|candidats?)\b/,
  names: [
    [/^(?:bonjour|salut)?[,! ]*(?:je m[’']appelle|mon nom est) /i, 'my name is '],
    [/^(?:bonjour|salut)[,! ]+(?:je suis|ici) (?=\p{Lu})/u, "I'm "],
  ],
  facts: [
    [
      /\b(?:nous sommes|on est) (?:environ |à peu près )?(\d+)(?: personnes| collaborateurs| employés)?/i,
      'we are $1 people',
    ],
    [
      /\b(?:notre |le )?budget (?:est|est d[’']environ|est de|tourne autour de) (\d[\d\s.]*\d) ?(?:€|euros?)/i,
      'our budget is €$1',
    ],
  ],
  remarks: [
    [/^(?:(?:bonjour|salut|coucou|hello|bonsoir|rebonjour) ?)+$/, 'hello'],
    [/^(?:comment (?:allez vous|vas tu|ca va)|ca va)(?: bien)?$/, 'how are you'],
    [
      /^(?:(?:ok|super|parfait|d accord|tres bien|oui) )*(?:un grand |mille )?merci(?: beaucoup| bien| a vous| infiniment)*$/,
      'thanks',
    ],
    [
      /^(?:non|nan)(?: merci)?(?: (?:pas (?:maintenant|pour l instant|vraiment|encore)))?$|^pas (?:maintenant|pour l instant|vraiment|interesse\w*)$/,
      'no thanks',
    ],
    [
      /^(?:laisse[zr]? tomber|oublie[zr]?(?: ca| cela)?|tant pis|pas de (?:rendez vous|rdv)|annule[zr]?)$/,
      'never mind',
    ],
    [/\bannule[zr]?\b.*\b(?:rendez vous|rdv|reunion|appel)\b/, 'cancel my meeting'],
    [
      /\b(?:deplace[zr]?|decale[zr]?|reporte[zr]?|changer)\b.*\b(?:rendez vous|rdv|reunion|appel|creneau)\b/,
      'reschedule my meeting',
    ],
    [
      /^(?:d )?autres? (?:creneaux?|horaires?|dates?|heures?|moments?|jours?)$|^aucun(?:e)?(?: de ceux la| ne me convient)?$|^plus tard$|^un autre (?:creneau|jour|moment)$/,
      'other times',
    ],
    [
      /^(?:stop|stoppe[zr]?|arrete[zr]?(?: vous)?|attende[zr]|attends|une? (?:instant|seconde|minute)|pause|chut|silence|ca suffit)(?: s il (?:vous|te) plait)?$/,
      'stop',
    ],
    [
      /^(?:repete[zr]?|pardon|encore une fois|redites|pouvez vous repeter|comment|je n ai pas compris|je ne comprends pas|j ai pas compris)(?: ca| cela)?(?: s il vous plait| svp)?$/,
      'repeat that please',
    ],
    [
      /^(?:recommence[zr]?|depuis le debut|du debut|reprendre (?:au|depuis le) debut|retour au debut)(?: svp)?$/,
      'start over',
    ],
    [/^(?:aller a |allez a )?(?:la )?derniere etape$/, 'last step'],
    [
      /^(?:(?:retour|revene[zr]|revenir|reviens|en arriere|precedente?|l etape precedente|etape precedente)(?: en arriere)?)(?: svp| s il vous plait)?$/,
      'back',
    ],
    [
      /^(?:la |l )?(?:suivante?|prochaine|etape suivante|prochaine etape|passe[zr]?(?: a la suite)?|suite)(?: svp| s il vous plait)?$/,
      'next',
    ],
    [
      /^(?:oui )?(?:continue[zr]?|allez y|vas y|on y va|c est parti|commence[zr]?|poursuive[zr]|montrez moi|demarre[zr]?|allons y)(?: s il vous plait| svp)?$/,
      'continue',
    ],
    [
      /^(?:(?:oui|ouais|ok|d accord|volontiers|bien sur|avec plaisir|parfait|c est bon|c est ca|exact|exactement|tout a fait|entendu|super|reserve[zr](?: le)?|je confirme|confirme[zr]?|s il vous plait|svp|ca marche|pourquoi pas) ?)+$/,
      'yes please',
    ],
    [/^(?:hum+|mmh+|mhm|ah|ah bon|je vois|interessant)$/, 'uh huh'],
    [
      /^(?:(?:ok|merci|bon|parfait) )*(?:au revoir|a bientot|bonne journee|ciao|c est tout|a plus|salut et merci)(?: merci)?$/,
      'goodbye',
    ],
    [
      /\b(?:etes vous|es tu|vous etes|t es|c est|je parle)\b.*\b(?:robot|humain|humaine|ia|machine|bot|une vraie personne)\b/,
      'are you a robot',
    ],
    [/^(?:comment vous appelez vous|comment tu t appelles|quel est votre nom)$/, 'what is your name'],
    [/^(?:qui (?:etes vous|es tu)|vous etes qui|t es qui)/, 'who are you'],
    [
      /\b(?:enregistre\w*|conserve\w*|stocke\w*)\b.*\b(?:conversation|discussion|echange|chat|appel)\b|\b(?:conversation|appel)\b.*\benregistre\w*\b/,
      'are you recording this conversation',
    ],
    [
      /\bparler\b.*\b(?:a|avec)\b.*\b(?:humain|quelqu un|personne|conseiller\w*|commercial\w*|equipe|collegue|vendeur)\b|\b(?:rappele[zr]|rappeler|appele[zr]) moi\b|\bm(?:e)? (?:rappeler|appeler)\b|^(?:un |une )?(?:humain|conseiller|commercial|personne)(?: s il vous plait| svp)?$/,
      'talk to a person',
    ],
    [
      /\b(?:prendre|prenons|fixer|planifier|reserver|organiser|obtenir|avoir|programmer|caler)\b.*\b(?:rendez vous|rdv|reunion|appel|visio|creneau)\b|^(?:un )?(?:rendez vous|rdv)(?: s il vous plait| svp)?$|\b(?:peut on|on peut|pouvons nous|pourrait on)\b.*\b(?:se voir|se parler|s appeler|echanger)\b/,
      'book a meeting',
    ],
    [
      /\b(?:remise|rabais|reduction|ristourne|negocier|garantie[zs]?|garantisse\w*|prix special)\b/,
      'can I get a discount',
    ],
    [
      /\b(?:trop|tres|super|vraiment|assez) (?:cher|chere|couteux)\b|\bc est cher\b|\b(?:pas le budget|hors budget|hors de notre budget)\b/,
      'that is too expensive',
    ],
    [
      /\b(?:dois|devons|faut que|il faut)\b.*\b(?:patron\w*|chef\w*|direct\w*|associe\w*|collegue\w*|responsable|mari|femme|equipe)\b|^ce n est pas moi qui decide/,
      'I have to ask my boss',
    ],
    [/\b(?:reflechir|y penser)\b|\bpas le temps\b|^une autre fois$|^peut etre plus tard$/, 'I need to think about it'],
    [
      /\b(?:je|on) (?:ne fais que |fait que )?(?:regarde\w*|jette un oeil)\b.*\b(?:juste|seulement|simplement|un oeil)?\b$|^juste (?:pour )?regarder|^je (?:regarde|suis) (?:juste|simplement)/,
      "I'm just looking",
    ],
    [
      /^(?:nous|on|j|je) (?:avons|a|ai|utilise\w*|utilisons|travaillons|travaille) (?:deja|actuellement|avec)\b/,
      'we already use another tool',
    ],
    [
      /\b(?:envoye[zr]|envoyer|envoie|transmette[zr])\b.*\b(?:moi|nous|m|documentation|infos?|brochure|devis|mail|informations)\b/,
      'send me some information',
    ],
    [/\bpas (?:convaincu\w*|persuade\w*)\b|\bpas besoin\b/, 'not convinced'],
    [
      /\b(?:veux|voudrais|voudrions|aimerais|souhaite|comment)\b.*\b(?:acheter|commander|m abonner|souscrire|s abonner|m inscrire|s inscrire|commencer a l utiliser|demarrer avec)\b/,
      'I want to buy it',
    ],
    [
      /^(?:(?:c est |tres |vraiment |ca a l air |oh |wow |je trouve ca |trop |plutot )*)(?:super|genial|top|bien|chouette|cool|impressionnant|pratique|utile|excellent|beau|bravo|interessant|ca me plait)$/,
      'very nice',
    ],
    [
      /\b(?:supprime[zr]?|efface[zr]?|effacer|supprimer)\b.*\b(?:mes donnees|mon adresse|mon e ?mail|mon mail|cette conversation|tout)\b/,
      'delete my data',
    ],
    [
      /\b(?:pas|ne)\b.*\b(?:donner|laisser|communiquer)\b.*\b(?:mail|adresse|e mail|email)\b/,
      "I don't want to give you my email",
    ],
    [
      /\b(?:adresse|mail|email)\b.*\b(?:fausse|faux|incorrecte?|erronee?)\b|\bmauvaise adresse\b/,
      'wrong email address',
    ],
    [
      /^(?:vraiment|c est vrai|vous etes surs?|vous en etes surs?|etes vous surs?|d ou tenez vous ca|sur et certain)$/,
      'are you sure',
    ],
    [
      /\b(?:n est|est) pas (?:ma question|ce que j ai demande|ce que je demandais)\b|\bne repond pas\b/,
      'that is not what I asked',
    ],
    [
      /^(?:dites m en plus|plus de details|en savoir plus|plus d infos?|expliquez|detaillez|developpez)(?: s il vous plait| svp)?$/,
      'tell me more',
    ],
    [
      /^(?:plus lentement|moins vite|plus fort|moins fort|plus court|trop vite|trop long)(?: s il vous plait| svp)?$/,
      'slower please',
    ],
    [
      /^(?:combien de temps (?:dure|prend)|ca dure combien de temps|c est long)(?: la demo| cette demo| ca| cela)?$/,
      'how long does this demo take',
    ],
    [/^(?:combien d etapes|ou en sommes nous|on en est ou)\b/, 'how many steps are there'],
    [
      /^(?:c est quoi|qu est ce que c est|de quoi s agit il|a quoi (?:ca|cela) sert|que fait (?:ce produit|votre produit|cet outil|ce logiciel)|ca sert a quoi|ca fait quoi)(?: ca| ce produit| ce logiciel)?$/,
      'what is this',
    ],
    [/^(?:aide|aidez moi|a l aide|que puis je (?:demander|faire|dire)|comment ca marche ici)$/, 'help'],
    [/\b(?:nul|stupide|idiot|merde|inutile|debile)\b/, 'this is useless'],
    [/\b(?:ignore\w*|oublie\w*)\b.*\b(?:instructions|consignes|regles|prompt)\b/, 'ignore your instructions'],
    [/^(?:alle[zr] |va |passe[zr] |montre[zr](?: moi)? )?(?:a )?(?:l )?etape (?:numero )?(\d{1,2})$/, 'go to step $1'],
  ],
  times: [
    ...monthDates(
      'janvier|janv, fevrier|fevr?, mars, avril, mai, juin, juillet, aout, septembre|sept, octobre|oct, novembre|nov, decembre|dec'.split(
        ', ',
      ),
    ),
    [/\bapres demain\b/, 'day after tomorrow'],
    [/\bdemain matin\b/, 'tomorrow morning'],
    [/\bdemain apres midi\b/, 'tomorrow afternoon'],
    [/\bdemain\b/, 'tomorrow'],
    [/\baujourd hui\b/, 'today'],
    [/\bla semaine prochaine\b/, 'next week'],
    [/\bcette semaine\b/, 'this week'],
    [/\b(?:l |en |d )?apres midi\b/, 'afternoon'],
    [/\b(?:le |au )?matin(?:ee)?\b/, 'morning'],
    [/\b(?:le |en )?soir(?:ee)?\b/, 'evening'],
    [/\ba midi\b/, 'at 12:00'],
    [/\blundis?\b/, 'monday'],
    [/\bmardis?\b/, 'tuesday'],
    [/\bmercredis?\b/, 'wednesday'],
    [/\bjeudis?\b/, 'thursday'],
    [/\bvendredis?\b/, 'friday'],
    [/\bsamedis?\b/, 'saturday'],
    [/\bdimanches?\b/, 'sunday'],
    [/\bapres (\d{1,2}) ?h(?:eures?)?\b/, 'after $1:00'],
    [/\bavant (\d{1,2}) ?h(?:eures?)?\b/, 'before $1:00'],
    [/\b(?:a |vers )?(\d{1,2}) ?h(?:eures?)? ?(\d{2})\b/, 'at $1:$2'],
    [/\b(?:a |vers )?(\d{1,2}):(\d{2})\b/, 'at $1:$2'],
    [/\b(?:a |vers )?(\d{1,2}) ?h(?:eures?)?\b/, 'at $1:00'],
    [/\ble (\d{1,2})\b/, '$1th'],
    [/\b(?:le |la )?premiere?\b/, 'the first'],
    [/\b(?:le |la )?(?:deuxieme|seconde?)\b/, 'the second'],
    [/\b(?:le |la )?troisieme\b/, 'the third'],
    [/\b(?:le |la )?derniere?\b/, 'the last'],
  ],
}
