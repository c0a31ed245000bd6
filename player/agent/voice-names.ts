/* Given names of the voices that systems and browsers ship: Apple, Microsoft, Google, Android, and espeak's variants. */

function names(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s*,\s*|\s*\n\s*/))
}

export const femaleNames = names(`
  samantha, ava, allison, susan, zoe, nicky, joelle, noelle, victoria, vicki, kate, serena, stephanie, martha, karen
  matilda, catherine, moira, tessa, fiona, veena, isha, sangeeta, anna, petra, helena, amelie, audrey, aurelie, marie
  chantal, monica, marisol, paulina, angelica, soledad, francisca, alice, federica, paola, emma, luciana, joana
  fernanda, catarina, ellen, claire, zosia, ewa, alva, klara, sara, nora, satu, milena, katya, kyoko, tingting, yuna
  aria, jenny, michelle, ana, nancy, jane, amber, ashley, cora, elizabeth, monique, sonia, libby, maisie, bella, hollie
  natasha, annette, clara, neerja, zira, hazel, heera, linda, heather, hedda, katja, amala, seraphina, louisa, tanja
  hortense, julie, denise, eloise, vivienne, brigitte, celeste, coralie, jacqueline, josephine, yvette, sylvie
  laura, sabina, elvira, ximena, dalia, abril, irene, vera, elsa, isabella, fabiola, fiamma, colette, fenna, maria
  raquel, agnieszka, zofia, hillevi, sofie, pernille, irina, svetlana, ayumi, nanami, xiaoxiao
  google us english, google uk english female, google deutsch, google francais, google italiano
  google espanol de estados unidos, google nederlands, google polski, google portugues do brasil
  annie, alicia, andrea, belinda, steph, whisperf
`)

export const maleNames = names(`
  alex, tom, evan, nathan, aaron, daniel, oliver, jamie, arthur, lee, gordon, rishi, fred, bruce, markus, yannick
  viktor, martin, thomas, nicolas, jacques, jorge, juan, diego, carlos, luca, cosimo, felipe, joaquim, xander
  krzysztof, oskar, magnus, henrik, yuri, otoya
  guy, christopher, eric, roger, steffan, andrew, brian, davis, tony, jason, jacob, brandon, ryan, alfie, elliot, ethan
  noah, george, william, liam, mitchell, connor, david, mark, james, richard, sean, ravi, prabhat
  stefan, conrad, killian, florian, bernd, christoph, kasper, klaus, ralf, paul, claude, henri, remy, alain, jerome
  maurice, yves, antoine, jean, pablo, raul, alvaro, arnau, dario, elias, nil, saul, teo, giuseppe, benigno, calimero
  gianni, lisandro, rinaldo, frank, maarten, bart, antonio, donato, duarte, marek, mattias, pavel, ichiro, keita
  google uk english male, google espanol
  adam, andy, auntie, denis, ed, gene, gustave, ian, john, marcelo, michael, mike, quincy, rob, robert
`)

/** Old low-quality voices, used only if there is nothing better. */
export const eloquenceNames = names(
  `eddy, flo, grandma, grandpa, reed, rocko, sandy, shelley, fred, junior, kathy, ralph`,
)

/** Novelty voices. */
export const noveltyNames = names(`
  albert, bad news, bahh, bells, boing, bubbles, cellos, deranged, good news, hysterical, jester, organ, pipe, superstar
  trinoids, whisper, wobble, zarvox
`)
