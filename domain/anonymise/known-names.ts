/*
 * Word lists for recognising names, in English, German, French, Spanish and other languages common in business data.
 * Lower case, without accents.
 */

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

export const femaleNames = words(`
  анна мария елена ольга наталья наталия екатерина татьяна ирина светлана юлия анастасия людмила галина дарья оксана
  μαρια ελενη αικατερινη σοφια
  aaliyah adaeze anneke ananya annelise astrid ayumi beata bente carolina chidinma dalia dorota eilidh elin eszter eugenia
  fatou freya gudrun haruka hilde ingeborg itziar jolanta kavya kirsi lakshmi leticia lieke linnea lucija maren marta meera
  milena mirjam nadja nadezhda nanami ngozi nkechi noor oksana paloma piroska rania ronja rosalia saoirse shreya sigrid
  soledad sunita tuuli valeria wiebke ximena yevgenia zuzanna
  abigail ada adele adriana agnes aisha aiko alejandra alexandra alice alicia alina alison amanda amara amelia amelie amina
  amy ana andrea angela angelika anita anja anke ann anna annalena anne annika antje antonia aoife ariana astrid audrey
  ayesha barbara beate beatrice beatriz belen bettina bianca birgit brenda brigitte camila camille carla carmen carol
  caroline catalina catherine cecilia celine charlotte chiara chloe christiane christina christine ciara claire clara
  claudia conchita cristina cynthia daniela deborah delphine diana dolores dominique donna doris dorothea edith ekaterina
  elena eleanor elif elisa elisabeth elizabeth ella elodie elsa emilia emilie emily emma erika esperanza esra esther eva
  evelyn fatima fernanda fiona florence francesca francoise frida friederike gabriela gabriele genevieve gisela giulia
  gloria guadalupe hanna hannah hannelore heather heidi heike helen helena helga hilda ines inga ingrid irene irina iris
  irma isabel isabella isabelle iwona jacqueline jana jane janet janine jennifer jessica joanna johanna josefina josephine
  juana judith julia juliana juliane julie juliette justyna karen karin karina karla karolina katarzyna kate katharina
  katherine kathleen kathrin katja kayla kelly kerstin kimberly kirsten klara kristina lara latisha laura lea leila lena
  leonie leticia lina linda lisa liv louise lucia lucie luisa lydia madeleine magdalena maite malgorzata manon manuela
  margaret margarita margot maria mariana marianne marie marina marion marisol marlene marta martina mathilde maya megan
  mei melanie melissa mercedes mia michaela michelle miranda miriam monica monika montserrat nadia nadine nancy natalia
  natalie natasha nicole nina noemi nora nuria octavia olga olivia pamela patricia paula pauline petra pilar priya rachel
  ramona raquel rebecca regina renate rocio rosa rosalie rosario ruth sabine sabrina samantha sandra sara sarah shanice
  sharon shirley silke silvia simone siobhan sofia sofie sonia sonja sophia sophie soraya stefanie stella stephanie susan
  susanna susanne svenja svetlana sylvia sylvie tamara tanja tatiana teresa theresa tina tracy ulrike ursula uta valentina
  valerie vanessa vera veronica veronika victoria virginie viviane wanda waltraud wendy xiaoyan yasmin yolanda yuki yvonne
  zainab zeynep zoe zofia zuzana`)

export const maleNames = words(`
  иван александр сергеи дмитрии андреи алексеи михаил владимир николаи олег павел максим виктор игорь юрии евгении
  νικος γιωργος γιαννης δημητρης κωστας γεωργιος ιωαννης
  anil arjun ashok bilal bogdan chukwu cillian dario deepak dimitri einar eirik emre enzo farid gunnar hakan haruto henrik
  hideo ikenna ilya imran ivar jorgen joost juergen kaito kamal krzysztof lasse luka magnus marius matti milos miroslav
  nasser nils obinna ole omid pavel pieter radek rasmus ravi ronan rory ruud salim samir sander sanjay seamus sebastien
  sigurd soren stefano suresh sveinn tadeusz tarek tomislav tuomas vasily vijay vlad wim youssef yuri zoran
  charlie jim joe logan nick sam scott taylor ted tom tony tyler
  aaron abdul abdullah adam adrian ahmed alain alan albert alberto alejandro alessandro alexander alexandre alexei alfonso
  alfred ali alvaro amir anders andre andreas andres andrew andrzej angel anthony antoine anton antonio armin arne arthur
  arturo axel bartosz bastian benedikt benjamin benoit bernd bernhard bertrand bjorn boris brandon brian bruce bruno carl
  carlos cedric cesar charles christian christoph christophe christopher claudio claus craig daisuke damian daniel darius
  david dennis derek detlef diego dieter dietmar dietrich dirk dmitri dominik donald douglas duncan edgar eduardo edward
  elias emanuel emeka emilio emmanuel enrique eric erik ernesto ernst esteban etienne eugene fabian fabien federico
  felipe felix ferdinand fernando florian francesco francisco francois frederic friedrich gabriel gareth gary geoffrey
  george gerald gerard gerhard giovanni giuseppe gonzalo gordon graham gregor gregory grzegorz guillaume guillermo gunther
  gustavo hamza hannes hans harald harold hartmut hassan heinrich heinz helmut hendrik henri henry herbert hermann hiroshi
  holger horst hubert hugh hugo ian ibrahim ignacio igor ismail ivan jaime jakob jakub james jamal jan janek jason javier
  jeffrey jens jeremy jerome jesus joachim joao joaquin jochen johan johann johannes john jonas jonathan jorg jorge jose
  josef joseph joshua juan jules julian julien julio jurgen justin kai karl karsten keith kenji kenneth kevin khalid klaus
  kofi konrad kurt kwame lars laurent lawrence leif leon leonard leonardo liam lorenzo lothar louis luc luca lucas ludwig
  luigi luis lukas maciej malik manfred manuel marc marcel marcin marco marcos marek mario markus martin mateo mathias
  mathieu matteo matthew matthias maurice mauricio maximilian mehmet michael michal michel miguel mikael mikhail milan
  mohamed mohammed moritz mustafa nathan nathaniel neil nicholas nicolas niels nikhil nikolai nikolas norbert oleg oliver
  olivier omar oscar oskar oswald otto pablo paolo pascal patrick paul pawel pedro peter philip philipp philippe pierre
  piotr rafael rahul rainer rajesh ralf ramon raphael raul raymond reinhard remi rene ricardo richard robert roberto
  rodrigo roger roland rolf roman ronald rudolf ruben rudiger russell ryan salvador samuel santiago sebastian sergei
  sergio siegfried simon stanislaw stefan stephane stephen steven sunil sven takashi tariq theo theodor thibault thierry
  thomas thorsten tim timothy tobias tomas tomasz torsten udo ulrich uwe valentin vicente victor viktor vikram vincent
  vladimir volker walter wei werner wilhelm william wojciech wolfgang xavier yann yannick yusuf yves zoltan`)

/** Given names that are also ordinary words: they count only beside a family name. */
export const doubtfulNames = words(`
  alma amber angel april art august austin autumn bill blake bob brook brooke carter chance charity chase chelsea
  christian clay cliff dale daisy dakota dawn dean drew earl eden faith florence ford frank georgia glen grace grant guy
  hazel hope hunter iris ivy jack jade jasmine jay jean jesus joy june lance laurel lee lily mark marina mason max may
  melody mercedes miles milan olive paris pat pearl penny pierce poppy ray reed rich rob robin rocky rosa rose roman ruby
  sage savannah scarlett sierra sky stella sterling stone sue summer sydney tanner trinity trip victoria violet wade will
  willow`)

/** Common family names that applications don't use as ordinary words. */
export const familyNames = words(`
  adeyemi ahmad andersen anderson andersson becker bernard bianchi bianchini brandt brown carlsson castillo castro chen
  chevalier clark clarke collins costa cruz davies davis diaz dubois dupont durand edwards eriksson esposito evans fernandez
  ferrari fischer flores fontaine garcia gauthier gomez gonzales gonzalez greco gupta gutierrez haddad hansen hartmann
  hernandez hoffmann huang hughes ivanov jackson jansen jensen jimenez johansson johnson jones kaminski kaur khan kim
  kovacs kowalski krause krishnan kumar lambert larsen larsson laurent lefebvre lehmann leroy lewis lopez mahmoud marino
  martinez mayer mbeki meier mendoza mensah meyer miller mohr molina moore morales moreau moreno morris muller müller
  murphy nakamura neumann ng nguyen nielsen nilsson novak nowak okafor okonkwo olsen ortega ortiz osei patel perez petersen
  petrov phillips popescu ramirez ramos reyes ricci richter rivera roberts robinson rodriguez romano romero roussel ruiz
  russo saito sanchez santos sato schmid schmidt schmitt schneider scholz schröder schroeder schulz schulze schwarz shah
  sharma silva singh smirnov smith sokolov sorensen sousa suzuki svensson takahashi tanaka taylor thompson torres tran
  vargas vasquez vogel volkov wagner walker wang watanabe weber wieczorek williams wilson wiśniewski wojcik wong wright xu
  yamamoto yang yılmaz yilmaz zhang zhao zielinski zimmermann`)

/** Suffixes of family names. */
export const familyEnding =
  /(?:ez|\p{L}{3}sen|ova|wicz|czyk|quist|ski|ska|sky|skaya|sson|ström|vić|vic|ović|enko|escu|mann|opoulos|idis|oğlu|oglu|yan|dóttir|ов|ова|ев|ева|ёв|ёва|ский|ская|цкий|цкая|енко|чук|дзе|швили|όπουλος|οπούλου|ίδης|ίδου|άκης|άκη)$/u
/** Prefixes of family names. */
export const familyBeginning = /^(?:Mc|Mac|O['’])\p{Lu}/u

/** Capitalised words in applications that aren't names. */
export const commonWords = words(`
  about access account accounts action actions activate active activity add added address admin advanced agenda agent agents
  all amount analytics and annual api app application applications apply approve approved april archive archived area assets
  assigned assignee at audience audit august authentication auto available average back balance bank basic batch beta billing
  board book booking bookings branch brand browse budget budgets build business by calendar call calls campaign campaigns
  cancel capacity card cards cart category center change changes channel channels chart chat check checkout choose city
  clear client clients close closed cloud code column comment comments community company complete completed compliance
  configuration confirm connect connected contact contacts content contract contracts control conversion copy cost costs
  count country create created creator credit crew current custom customer customers daily dashboard data database date
  day days deal deals debit december default delete delivered delivery demo deploy description design desk detail details
  developer device direct director disabled discount dispatch display document documents done download draft drafts drop due
  duration edit editor email employee employees empty enable enabled end engineer enterprise error errors event events every
  example expense expenses expired export external failed fast feature features february feed feedback field file files
  filter filters finance find finish first fleet folder follow for form forms forum free friday from full general get getting
  go goal goals good grade group groups growth guest guide guides head health hello help hi high history holiday home host hour
  hours hr human icon id import in inbox income industry info information insights install integration integrations internal
  inventory invite invoice invoices is issue issues item items january job jobs join july june kanban key keys knowledge label
  language last latest lead leads learn left legal less level library license light limit link links list live load local
  location log login logo logout long low mail main manage management manager map march market marketing mass may member members
  menu message messages method metrics milestone mobile model monday month monthly more most my name net network new news
  next no normal north not note notes notification notifications november now number october of off office offline on onboarding
  online only open operations opportunity option options or order orders organization other our out outlook overdue overview
  owner page pages paid parent partner partners password past pay payment payments payroll pending people percent performance
  period permission permissions phone photo pipeline plan planner planning plans please point points policy portal post
  preferences premium preview previous price prices pricing print priority private pro process product products profile
  progress project projects property public publish published purchase quality quantity quarter quarterly query question
  queue quick quote quotes range rate read ready recent record records redo refresh region register reject release remove
  report reporting reports request requests required reset resolved resource resources response results resume retry return
  revenue review reviews right role roles room route rows rule rules run running safe sales sample saturday save saved
  schedule scheduled score screen search seat section security see segment select send sent september server service services
  session settings setup share shared ship shipment shipping shop show sign site size slot slots small sort source south space
  sprint staff standard start started state statement status step steps stock stop storage store street strategy submit
  subscription success suggested summary sunday super support survey sync system table tag tags task tasks tax team teams
  template templates terms test tests the theme this thursday ticket tickets time timeline title to today tomorrow tool tools
  top total totals track tracking traffic training transaction transactions transfer trends trial tuesday tutorial type
  unassigned undo unit units unknown unread update updated updates upgrade upload usage use user users vacation value vendor
  vendors version video view views visit visitor visitors visits wallet warehouse warning we web wednesday week weekly
  welcome west what when why widget wiki with work workflow workflows workspace year yearly yes yesterday you your zone
  abrechnung abteilung adresse aktiv aktuell alle allgemein anfrage angebot anmelden ansicht archiv auftrag aufträge ausgaben
  auswahl bearbeiten beitrag benutzer bericht berichte bestellung betrag buchung das datei daten datum dem den der des die
  dienstag donnerstag drucken ein einstellungen eintrag entwurf ergebnis februar fehler firma freitag für gesamt geschäft
  gruppe guten heute hilfe ihr ihre januar juli juni kalender kategorie konto kosten kunde kunden lager liste löschen mai
  meine menge mitarbeiter mittwoch monat montag morgen nachricht nachrichten neu neue neuer neues offen oktober optionen
  ort passwort preis produkt produkte projekt projekte rechnung rechnungen samstag schließen senden sonntag speichern start
  straße suche tag termin termine übersicht umsatz und unsere verkauf verlauf vertrag verwaltung von vorlage warenkorb woche
  zahlung zahlungen zeit ziel zum zur
  accueil ajouter annuler avec bonjour bureau cette client commande commandes compte contrat créer date de des devis données
  du enregistrer entreprise équipe est et facture factures fichier janvier jour la le les lundi mardi mercredi jeudi vendredi
  message mois mon montant nom notre nouveau nouvelle nos outils page paiement par paramètres pour prix produit projet
  rapport recherche rendez semaine supprimer sur tableau total une utilisateur valider ventes voir votre
  actividad agregar ayuda buscar cancelar cliente clientes configuración con contraseña correo crear cuenta datos del
  descargar editar el eliminar empresa enviar equipo estado fecha factura facturas guardar hola hoy informe informes inicio
  la las lista los mensaje mes mi nombre nuevo nueva pago pagos panel para pedido pedidos perfil por precio producto
  productos proyecto resumen semana siguiente tarea tareas todos total una usuario usuarios ventas ver
  apr aug black blue brown dark dec department feb fri gold green grey jan jul jun mar mon nov oct orange pink purple red
  sat sep silver sun text thu tue wed white yellow
  american apple berlin boston chicago city dallas denver east france germany google hamburg london los madrid microsoft
  munich new paris san seattle spain sydney tokyo vienna york zurich`)

/* Scripts without capitals: a listed name, and nothing else in the text or a form of address. */

const japaneseFamily =
  '佐藤|鈴木|高橋|田中|伊藤|渡辺|渡邊|山本|中村|小林|加藤|吉田|山田|佐々木|山口|松本|井上|木村|斎藤|斉藤|清水|山崎|阿部|池田|橋本|山下|石川|中島|前田|藤田|後藤|小川|岡田|村上|長谷川|近藤|石井|坂本|遠藤|青木|藤井|西村|福田|太田|三浦|藤原|岡本|松田|中川|中野|原田|小野|竹内'
const chineseFamily = '王|李|张(?!贴)|張(?!貼)|刘|劉|陈(?!列)|陳(?!列)|杨|楊|赵|趙|吴|吳|徐|孙|孫|郭'
const arabicGiven =
  'محمد|أحمد|احمد|محمود|علي|عمر|خالد|حسن|حسين|يوسف|إبراهيم|عبد ?الله|عبد ?الرحمن|سعيد|ياسر|فاطمة|مريم|عائشة|زينب|سارة|نور|ليلى|هدى|خديجة|أمل'
const hebrewGiven = 'נועה|תמר|מאיה|שרה|רחל|יעל|מיכל|דוד|יוסף|משה|דניאל|אורי|יונתן|איתי|עומר'

/** Each has the groups `family` and `given`. */
export const uncasedNames: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<!\p{sc=Han})(?<family>${japaneseFamily})[ 　]?(?<given>[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]{1,3}?)?(?=[ 　]?(?:様|さん|さま|氏|殿|先生))`,
    'gu',
  ),
  new RegExp(
    String.raw`(?<=^\s*)(?<family>${japaneseFamily})[ 　]?(?<given>[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]{1,3})(?=\s*$)`,
    'gu',
  ),
  new RegExp(String.raw`(?<=^\s*)(?<family>${chineseFamily})(?<given>\p{sc=Han}{2})(?=\s*$)`, 'gu'),
  new RegExp(
    String.raw`(?<=^\s*)(?<given>${arabicGiven}|${hebrewGiven}) (?<family>(?:(?:بن|بنت|אבן|בן) )?[\p{sc=Arab}\p{sc=Hebr}]{2,20})(?=\s*$)`,
    'gu',
  ),
  new RegExp(
    String.raw`(?<=(?<!\p{L})(?:السيد|السيدة|الدكتور|الدكتورة|الأستاذ|الأستاذة) )(?<given>\p{sc=Arab}{2,20})(?: (?<family>\p{sc=Arab}{2,20}))?`,
    'gu',
  ),
]
