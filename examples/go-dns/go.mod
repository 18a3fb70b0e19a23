module idm-go-dns

go 1.25

require (
	example.com/pulumi-idm/sdk/go v0.0.0
	github.com/pulumi/pulumi-aws/sdk/v7 v7.48.0
	github.com/pulumi/pulumi/sdk/v3 v3.259.0
)

// What `npm run sdk -- go` writes at the root of this repository.
replace example.com/pulumi-idm/sdk/go => ../../build/sdk/go
