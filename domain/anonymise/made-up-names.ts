/* Names for people, companies and streets that don't exist. */

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

export const madeUpGiven = {
  female: words(
    'Alma Brea Celia Dara Elin Fenja Greta Hedda Ilka Jorid Kaia Lova Merle Nela Orla Petra Quinta Runa Selma Tilda Undine Vela Wenke Ylva Zita Aveline Bryony Cosima Delia Edda Flora Ginevra Halina Ivana Jolanda Katinka Leonora Marit Nerina Ottilie',
  ),
  male: words(
    'Anselm Bram Corin Dorian Eskil Finn Gero Hauke Idris Joris Kilian Levin Merlin Nilo Orin Piet Quentin Ruben Silas Tjark Ulf Veit Wim Yorick Zeno Arvid Bela Caspar Darian Emeric Falko Gideon Hanno Ilja Jarek Kjell Lenn Mirko Nando Ove',
  ),
}

/** Not found as family names in any directory. */
export const madeUpFamily = words(
  'Ashmeer Brinvale Caldorne Dunmarch Elderquay Fennbrook Garnhollow Hartmoor Ivermere Juniperro Kestwick Larkhaven Merrowby Northquill Oakentide Pinehallow Quillmere Rivenhall Sorrelby Tallowmere Umberley Vantmoor Willowhurst Yarnmouth Zephyrine Amberlund Birkenholt Cloverstein Distelried Erlengrund Farnwald Ginsterau Haselbruck Ilmenrode Kornblick Lindhain Moosgraben Nebelfurt Ockerstedt Pappelhorst Quendelsee Rosmarsch Schlehbach Tannrain Ulmenkamp Vogelried Weidenbruch Zirbental Aubelande Boisclerc Chantebrume Delacendre Fontbrune Grandpluie Lavandier Montbruine Noirval Peupleraie Rivesable Valdombre Alisoverde Brezal Campoluna Robledar',
)

export const madeUpCompanies = words(
  'Quillmere Varnholt Lumbrick Tessaline Orbanel Fernwick Brightmoor Caldessa Nordvine Pelhaven Stellbach Corvanta Mirelund Zephanor Halvista Ombrelin Trellova Wendrick Alborine Kestrova Dunelith Avoquay Sorrelux Palventa Grenwich Ionvale Umbrance Yarrovia Lanthea Bexmoor',
)

export const madeUpStreets = {
  en: words('Alder Bramble Cobbler Dovetail Elmgate Foxglove Gosling Hawthorn Ivygate Lapwing Marigold Nettle'),
  de: words('Erlen Ginster Holunder Kiebitz Lerchen Mohnblumen Schlehen Wiesel Zaunkönig Amsel Distel Farn'),
  fr: words('Aulnes Bouleaux Coquelicots Fougères Grives Hirondelles Jonquilles Lilas Mésanges Noisetiers'),
  es: words('Aliso Brezo Cigüeña Encina Fresno Golondrina Jara Lavanda Mirlo Nogal'),
}

export const madeUpTowns = words('Neubrück Alderton Valfleury Villarroble Eastmere Hohenau')
