import type { SearchWords } from './search-words.ts'

export const germanSearch: SearchWords = {
  stops:
    'der die das den dem des ein eine einen einem einer eines und oder aber auch als an am auf aus bei beim bis da dafur damit dann denn dies diese dieser dieses doch du er es fur fuer ganz haben hat habe habt hatte ich ihr ihre ihren ihrem euch euer eure im in ins ist sind war wird werden wurde sein man mal mich mir mit nach nicht noch nun nur ob ohne sehr sich sie so uber ueber um uns unser unsere unseren vom von vor wann warum was weil welche welcher welches welchem welchen wenn wer wie wieso wir wo worin zu zum zur kann konnen koennen koennt konnt kannst darf muss mussen muessen soll will wollen mochte moechte gibt gibts gibt geht gehen geht es hier da dort ja nein bitte danke hallo eigentlich erstmal denn direkt eben halt schon immer jetzt wohl etwa ne nen s so sowas etwas alle alles jede jeder jedes jedem mein meine meinen meiner meinem dein deine kein keine keinen brauch brauche brauchen brauche ich vorhanden moglich moeglich schnell lange oft haufig macht machen ort funktionierts funktioniert lauft laeuft passiert',
  weak: 'nutzen benutzen software programm system tool produkt werkzeug firma betrieb kunde kunden leute sehen zeigen arbeiten anbieten unterstutzen lassen bekommen finden neu neue neuen eigene andere land geraet',
  synonyms: `
    preis preise kosten kostet kostenpunkt gebuhr gebuhren tarif tarife bezahlen zahlen teuer euro abo lizenz pauschale #price
    kostenlos gratis umsonst test testen testphase testversion testzeit probe probezeit probieren ausprobieren probemonat demo unverbindlich
    kundigen kundigung kundigungsfrist gekundigt vertragslaufzeit laufzeit mindestlaufzeit beenden aufhoren abbestellen vertrag gebunden monatsende
    kreditkarte karte zahlungsmittel
    app handy smartphone iphone android mobil mobiltelefon telefon tablet unterwegs
    offline internet empfang netz wlan funkloch verbindung
    foto fotos bild bilder aufnahme aufnahmen kamera
    unterschrift unterschreiben unterschreibt signatur signieren unterzeichnen
    arbeitszeit arbeitszeiten zeiterfassung stunden stundenzettel zeiten
    rechnung rechnungen faktura abrechnung abrechnen beleg belege erechnung xrechnung zugferd
    mahnung mahnungen mahnen zahlungserinnerung erinnerung erinnern zahlungsverzug
    mail mails email e-mail verschicken versenden schicken senden raus
    automatisch selbststandig selber automatisiert
    schnittstelle schnittstellen anbindung anbinden integration integrieren verbinden verknupfen ubertragt koppeln
    importieren import ubernehmen ubernahme einlesen umziehen hochladen migrieren
    exportieren export ausgeben herunterladen runterladen download
    excel tabelle csv exel
    kontakt kontakte kunden adressen kundendaten stammdaten
    api entwickler webhook programmierschnittstelle
    daten gespeichert speichern liegen gehostet hosting server serverstandort rechenzentrum standort aufbewahrt #place
    verschlusselt verschlusselung ssl tls sicherheit sicher geschutzt
    backup backups sicherung sicherungen gesichert datensicherung sichern
    dsgvo datenschutz av-vertrag av avv auftragsverarbeitung auftragsverarbeitungsvertrag
    rolle rollen recht rechte berechtigung berechtigungen zugriff zugriffsrechte
    mitarbeiter monteur monteure kollege kollegen team angestellte nutzer benutzer user personal
    einladen einladung hinzufugen anlegen
    sprache sprachen deutsch englisch polnisch turkisch ubersetzung oberflache mehrsprachig
    termin termine einsatz einsatze auftrag auftrage planen plane planung einplanen plantafel kalender
    uberschneidung uberschneidungen doppelt gleichzeitig konflikt kollision doppelbuchung
    angebot angebote kostenvoranschlag offerte
    support hilfe hotline kundendienst kundenservice ansprechpartner
    schulung einfuhrung einweisung training
    bericht berichte auswertung auswertungen statistik report reports
    passwort anmeldung login anmelden sso
    loschen entfernen geloscht
    benachrichtigung benachrichtigen benachrichtigt meldung hinweis nachricht sms
    lager lagerverwaltung bestand material inventar
    browser web webbasiert cloud installieren installation`,
  asks: [
    [/\bwie ?viel (?:kost|zahl|muss|ist|gebt)|\bwas (?:kost|zahl|muss ich zahlen)|\bkostet\b|\bpreis/, '#price'],
    [/\bwie (?:lange|schnell|oft|haufig)\b|\bwann\b|\bfrist\b|\bwelche[rmn]? zeitraum/, '#time'],
    [/\bwie ?viele?\b|\bmaximal|\bhochstens\b/, '#count'],
    [/\bwo (?:werden|sind|liegen|steht|stehen|wird|ist)\b|\bin welchem land\b|\bstandort\b/, '#place'],
  ],
  unsettled:
    /\b(?:besser|gunstiger|billiger|schneller) als\b|\bim vergleich\b|\bwie ?viele (?:kunden|nutzer|firmen|betriebe|mitarbeiter) (?:haben|habt|nutzen|hat)\b|\b(?:zertifiziert|zertifikat|iso ?\d+|garanti\w+|haftung)\b|\bwer steckt\b|\bgegrundet\b|\brabatt\b/,
  facts: {
    '#price': /\d[\d.,]*\s?(?:euro|€|chf|franken)|(?:€|chf)\s?\d/i,
    '#time':
      /\b(?:\d+|jede[nrs]?|ein(?:e[mnr]?)?|zwei|drei)\s(?:sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|nacht)\b|monatsende|jederzeit|täglich|wöchentlich/i,
    '#count': /\b(?:\d+|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|unbegrenzt)\b/i,
    '#place': /\b(?:in|aus)\s(?!Werkplan)\p{Lu}\p{L}+|\brechenzentrum\b/u,
  },
  leansBack: /^(?:er|sie|es|diese[rs]?|dies|damit|dabei|dort|dafür|so)\b/i,
  followsUp: /^(?:und|oder|auch|was ist mit|wie ist es mit)\b/,
}
