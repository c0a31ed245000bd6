/* Names that buyers ask about. Only notes that contain the name can answer. In lower case, as people type them. */
export const productNames = `
salesforce, hubspot, pipedrive, zoho, dynamics, sugarcrm, freshsales, zendesk, freshdesk, intercom, drift, front,
help scout, gorgias, crisp, livechat, zapier, make.com, n8n, ifttt, workato, mulesoft, slack, discord, telegram, whatsapp,
messenger, signal, skype, zoom, webex, google meet, teamviewer, gotomeeting, calendly, chili piper, savvycal, doodle,
quickbooks, xero, datev, sage, netsuite, sap, oracle, odoo, lexoffice, lexware, sevdesk, freshbooks, wave, exact online,
exact, moneybird, holded, debitoor, bexio, quaderno, stripe, paypal, mollie, adyen, klarna, afterpay, affirm, square, sumup,
zettle, braintree, worldpay, apple pay, google pay, twint, wise, revolut, bitcoin, ethereum, crypto, visa, mastercard,
american express, amex, maestro, discover, diners, sepa, shopify, woocommerce, magento, prestashop, bigcommerce, wix,
squarespace, webflow, wordpress, drupal, joomla, typo3, shopware, etsy, ebay, amazon, google shopping, facebook,
instagram, tiktok, linkedin, twitter, youtube, pinterest, snapchat, mailchimp, brevo, sendgrid, klaviyo, marketo, pardot,
activecampaign, constant contact, google analytics, matomo, mixpanel, amplitude, segment, hotjar, looker, tableau,
power bi, snowflake, bigquery, redshift, databricks, jira, confluence, asana, trello, monday.com, clickup, notion,
basecamp, airtable, smartsheet, wrike, github, gitlab, bitbucket, jenkins, circleci, bamboohr, personio, workday, gusto, adp,
rippling, hibob, deel, factorial, paychex, paylocity, successfactors, greenhouse, lever, indeed, glassdoor, okta, entra,
azure, auth0, onelogin, ping identity, jumpcloud, duo, lastpass, 1password, google drive, google docs, google sheets,
google doc, google sheet, google calendar, google chat, gmail, outlook, sharepoint, onedrive, dropbox, box.com, microsoft teams, office 365,
microsoft 365, excel, powerpoint, word, icloud, evernote, miro, figma, canva, photoshop, sketch, invision, docusign,
adobe sign, hellosign, pandadoc, surveymonkey, typeform, qualtrics, google forms, jotform, tally, medallia, expensify,
concur, pleo, spendesk, brex, ramp, rydoo, moss, payhawk, rentman, booqable, trackunit, samsara, geotab, verizon connect,
lightspeed, toast, clover, opentable, resy, booking.com, airbnb, expedia, tripadvisor, mindbody, eversports, classpass,
dhl, ups, fedex, usps, hermes, dpd, gls, sendcloud, shipstation, shell, bp, esso, aral, alexa, siri, cortana, chatgpt,
openai, gemini, claude, copilot, linux, ubuntu, windows, macos, chromebook, ipad, iphone, android, blackberry, apple watch,
chrome, firefox, safari, kindle, steam, playstation, xbox, uber, lyft, bolt, aws, google cloud, heroku, cloudflare,
mysql, postgres, mongo, mongodb, postgresql, k8s, kubernetes, docker, storylane, navattic, walnut, epic, cerner, doctolib, moodle,
canvas, blackboard, procore, autodesk, autocad, revit, bim, quip, viber, wechat, line app, kakao, vimeo, twilio
`
export const standardNames = `
iso 27001, iso 9001, iso, soc 2, soc2, hipaa, pci, pci dss, fedramp, tisax, bsi, c5, nist, cyber essentials, ferpa, coppa,
ccpa, dora, nis2, eidas, saml, scim, ldap, oidc, webauthn, fido, graphql, mcp
`
export const languageNames = `
english, german, french, spanish, italian, portuguese, dutch, polish, russian, ukrainian, czech, slovak, hungarian,
romanian, bulgarian, greek, turkish, arabic, hebrew, farsi, persian, hindi, urdu, bengali, chinese, mandarin, cantonese,
japanese, korean, vietnamese, thai, indonesian, malay, swedish, norwegian, danish, finnish, icelandic, estonian, latvian,
lithuanian, croatian, serbian, slovenian, catalan, welsh, irish, swahili, afrikaans, tamil, tagalog
`
export const placeNames = `
germany, france, spain, italy, portugal, netherlands, holland, belgium, luxembourg, austria, switzerland, poland, russia,
ukraine, czechia, slovakia, hungary, romania, bulgaria, greece, turkey, israel, india, pakistan, china, japan, korea,
vietnam, thailand, indonesia, malaysia, singapore, australia, new zealand, sweden, norway, denmark, finland, iceland,
estonia, latvia, lithuania, croatia, serbia, slovenia, ireland, england, scotland, wales, britain, united kingdom, uk,
america, united states, usa, canada, mexico, brazil, argentina, chile, colombia, peru, south africa, nigeria, kenya, egypt,
morocco, dubai, saudi arabia, qatar, asia, africa, london, paris, berlin, munich, frankfurt, hamburg, vienna, zurich, geneva,
amsterdam, brussels, dublin, madrid, barcelona, lisbon, rome, milan, stockholm, oslo, copenhagen, helsinki, warsaw, prague,
budapest, athens, istanbul, new york, san francisco, chicago, boston, toronto, sydney, melbourne, tokyo, virginia, oregon,
ohio, california, texas, leeds, manchester, edinburgh
`
/** On the right, other names that notes use for the name on the left. */
export const nameAliases = `
office 365 > microsoft
microsoft 365 > microsoft
azure > entra, microsoft
azure ad > entra, microsoft
active directory > entra, microsoft
google account > google
gmail > google
gsuite > google
google workspace > google
amex > american express
insta > instagram
google sheets > csv, excel
google sheet > csv, excel
excel > csv, spreadsheet, xlsx
outlook > microsoft
iphone > ios, apple
ipad > tablet, ios
android > google play
aple > apple, iphone
apple > iphone, ios, ipad
windows > browser
mac > browser
macos > browser
linux > browser
chromebook > browser
chrome > browser
safari > browser
firefox > browser
edge > browser
teams > microsoft teams
postgres > postgresql
postgresql > postgres
mongo > mongodb
mongodb > mongo
k8s > kubernetes
kubernetes > k8s
iso > iso 27001
soc2 > soc 2
visa > card
mastercard > card
word > docx
england > uk
britain > uk
america > us, usa
usa > us
germany > eu, frankfurt, berlin
ireland > dublin, eu
france > eu
whatsapp > whatsapp
chatgpt > ai, assistant
holland > netherlands
`
