import type { SearchWords } from './search-words.ts'

export const frenchSearch: SearchWords = {
  stops:
    'le la les l un une des de du d et ou mais au aux a en dans par pour sur sous avec sans ce cet cette ces c ca cela qui que qu quoi quel quelle quels quelles dont ou est es sont etes suis ai as avons avez ont etre avoir fait faire fais il elle ils elles on nous vous je j tu me m te t se s son sa ses mon ma mes ton ta tes notre nos votre vos leur leurs y ne n pas plus tres bien comment combien quand pourquoi peut peuvent pouvez peux puis pouvoir doit doivent faut il si oui non merci bonjour svp plait aussi alors donc meme tout tous toute toutes autre autres encore deja possible marche veut dire prenez prendre eviter lors ici depuis entre',
  weak: 'logiciel outil produit systeme programme solution utiliser utilise client clients gerer gerez proposer proposez voir montrer service mettre mets personne personnes nouveau avoir recevoir recoit fonctionne fois',
  synonyms: `
    prix tarif tarifs cout couts coute coutent payer payant cher euro euros abonnement facturation mensuel mensualite offre #price
    gratuit gratuite gratuitement essai essayer tester test essais decouvrir
    resilier resiliation arreter arrete annuler desabonner engagement engage preavis contrat quitter stopper
    commission commissions frais pourcentage
    carte bancaire bleue cb empreinte garantie paiement
    application appli mobile telephone smartphone iphone android tablette ipad navigateur portable
    hors-ligne internet connexion reseau wifi
    reservation reservations reserver reservent reserve booking
    instagram google site reseaux sociaux facebook
    compte comptes inscription inscrire identifiant
    couvert couverts place places capacite limite limiter nombre creneau creneaux service
    sms texto message confirmation confirmer notification notifications
    rappel rappels rappeler relance relancer
    absence absences no-show noshow show lapin lapins desistement annulation
    table tables salle plan placer attribuer glisser glissez installer
    couleur couleurs statut vert rouge
    allergie allergies allergene allergenes preference preferences regime notes noter
    fiche fiches client historique visites profil
    habitue habitues fidele fideles regulier reguliers fidelite reconnaitre etoile
    exporter export exporte telecharger csv excel fichier extraire
    importer import reprendre transferer migrer
    caisse caisses encaissement tpv lightspeed zelty integration integrations connecter connecte compatible synchroniser relier
    api developpeur developpeurs webhook
    donnees donnee hebergees hebergees heberge hebergement stockees stockage serveur serveurs #place
    sauvegarde sauvegardes sauvegardez sauvegardees backup
    rgpd confidentialite securite securise chiffre chiffrees chiffrement
    support assistance aide joignable repond contacter telephone hotline
    formation former formations apprendre prise accompagnement
    langue langues anglais francais traduction traduit
    role roles droits acces permissions utilisateur utilisateurs employe employes equipe
    rapport rapports statistiques analyse
    facture factures addition additions
    soir nuit horaires`,
  asks: [
    [/\bcombien (?:ca |cela )?(?:coute|est ce|vaut)|\b(?:prix|tarifs?)\b|\bc est combien\b|\bcoute\b/, '#price'],
    [
      /\b(?:quand|combien de (?:temps|fois|jours|mois)|quelle (?:duree|frequence)|a quelle heure|delai|tous les combien)\b/,
      '#time',
    ],
    [/\bcombien d[e ]|\bnombre (?:de|max)/, '#count'],
    [/\bou (?:sont|est|se trouvent)\b|\bdans quel pays\b/, '#place'],
  ],
  unsettled:
    /\b(?:mieux|meilleur\w*|moins cher|plus rapide) que\b|\bpar rapport a\b|\bcombien de (?:restaurants|clients|entreprises|utilisateurs) (?:vous|utilisent|avez|ont|l )|\b(?:certifie\w*|certification|iso ?\d+|nf ?\d+|garanti\w+)\b|\bremise\b|\bqui (?:a fonde|est derriere)/,
  facts: {
    '#price': /\d[\d\s.,]*(?:euros?|€)|€\s?\d|gratuit/i,
    '#time':
      /\b(?:\d+|un|une|deux|trois|toutes les|tous les|chaque)\s(?:secondes?|minutes?|heures?|jours?|semaines?|mois|ans?|années?)|\d+\s?h\b/i,
    '#count': /\b(?:\d+|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|illimité\w*)\b/i,
    '#place': /(?:^|\s)(?:à|en|au)\s\p{Lu}\p{L}+/u,
  },
  leansBack: /^(?:il|elle|ils|elles|cela|ceci|ces|cette|ce|y)\b/i,
  followsUp: /^(?:et|ou|aussi|qu en est il)\b/,
}
